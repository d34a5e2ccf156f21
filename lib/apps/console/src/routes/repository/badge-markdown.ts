/** The line of a README that shows a badge. */
export const badgeMarkdown = (url: string, origin: string): string =>
  `![Scangate](${new URL(url, origin).href})`;
