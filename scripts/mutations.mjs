import ts from "typescript";

const { SyntaxKind: K } = ts;

/** Operators and what each may be mistaken for. */
const SWAPS = new Map([
  [K.LessThanToken, "<="],
  [K.LessThanEqualsToken, "<"],
  [K.GreaterThanToken, ">="],
  [K.GreaterThanEqualsToken, ">"],
  [K.EqualsEqualsEqualsToken, "!=="],
  [K.ExclamationEqualsEqualsToken, "==="],
  [K.PlusToken, "-"],
  [K.MinusToken, "+"],
  [K.AmpersandAmpersandToken, "||"],
  [K.BarBarToken, "&&"],
]);
const ROUNDING = new Map([
  ["roundHalfUp", "roundDown"],
  ["roundDown", "roundUp"],
  ["roundUp", "roundDown"],
]);

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Changes of one node: what replaces its text. */
function* changesOf(node) {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    yield [condition, `!(${condition.getText()})`, "negated"];
  }
  if (ts.isBinaryExpression(node) && !isText(node.left) && !isText(node.right)) {
    const other = SWAPS.get(node.operatorToken.kind);
    if (other) yield [node.operatorToken, other, "other operator"];
  }
  if (ts.isExpressionStatement(node)) yield [node, ";", "left out"];
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    for (const near of [value + 1, value - 1]) yield [node, `(${near})`, "other number"];
  }
  if (ts.isIdentifier(node) && ROUNDING.has(node.text)) yield [node, ROUNDING.get(node.text), "other rounding"];
}

/** Every single change of a source, as a whole new text, with its line and what was changed. */
export function mutationsOf(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    for (const [at, by, what] of changesOf(node)) {
      const [from, to] = [at.getStart(), at.getEnd()];
      const line = source.getLineAndCharacterOfPosition(from).line + 1;
      const was = text.slice(from, to).replace(/\s+/g, " ");
      found.push({ line, what: `${what}: ${was}`, text: text.slice(0, from) + by + text.slice(to) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
