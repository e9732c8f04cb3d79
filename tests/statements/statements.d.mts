import type ts from "typescript";

export function isCompared(file: string): boolean;
export function statementsOf(source: ts.SourceFile): { call: ts.CallExpression; text: ts.Expression }[];
