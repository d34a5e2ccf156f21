/** The line of a README that shows a badge. */
export const badgeMarkdown = (badgeId: string, origin: string): string =>
  `![Scangate](${origin}/badges/${encodeURIComponent(badgeId)}.svg)`;
