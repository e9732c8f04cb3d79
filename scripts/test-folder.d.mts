export function testFolder(): string;
