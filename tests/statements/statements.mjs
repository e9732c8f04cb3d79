import ts from "typescript";

/** Tests are not compared; what hands on the statements of others has none of its own. */
export const isCompared = (file) => file.endsWith(".ts") && !/\.test(ing)?\.ts$|\/db\/(sql|once)\.ts$/.test(file);

/** Rows that go in or out as one stream have no columns to claim. */
const isCopy = (node) => ts.isCallExpression(node) && /^copy(From|To)$/.test(node.expression.getText());

/**
 * The calls of a source file that run a statement, in the order in which they stand: `query` and `one`, with
 * their first argument, its text.
 */
export function statementsOf(source) {
  const found = [];
  const look = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [text] = node.arguments;
      if (/^(query|one)$/.test(node.expression.name.text) && text && !ts.isSpreadElement(text) && !isCopy(text))
        found.push({ call: node, text });
    }
    node.forEachChild(look);
  };
  look(source);
  return found;
}
