/** Says whether a text may import what it does not name. */
export interface TextTest {
  test(text: string): boolean;
}

/** Tests only texts that have one of some words, without which the expression cannot match. */
export const having = (words: readonly string[], expression: TextTest): TextTest => ({
  test: (text) => words.some((word) => text.includes(word)) && expression.test(text),
});
