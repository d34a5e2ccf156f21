/** Writes a Markdown table with aligned columns, as the formatter does. */
export const tableOf = (head: readonly string[], lines: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...lines]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
};
