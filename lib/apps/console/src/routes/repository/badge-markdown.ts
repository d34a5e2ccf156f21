/** The path of a badge at the service. */
export const badgePath = (badgeId: string): string => `/badges/${encodeURIComponent(badgeId)}.svg`;

/** The line of a README that shows a badge. */
export const badgeMarkdown = (badgeId: string, origin: string): string =>
  `![Scangate](${origin}${badgePath(badgeId)})`;
