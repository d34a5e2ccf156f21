/** The words of badges, each with its color and width. */
export const badgeWords = {
  PASS: { color: '#11734a', width: 44 },
  'PASS, partial': { color: '#56606f', width: 88 },
  FAIL: { color: '#b3261e', width: 40 },
  ERROR: { color: '#6d4ab0', width: 52 },
  unknown: { color: '#56606f', width: 64 },
} as const satisfies Record<string, { color: string; width: number }>;
export type BadgeWord = keyof typeof badgeWords;

const labelWidth = 68;
const height = 20;

/** Draws a badge. It shows the name of the service and one fixed word, and nothing about a repository. */
export const badgeSvg = (word: BadgeWord): string => {
  const { color, width } = badgeWords[word];
  const total = labelWidth + width;
  const text = (x: number, shown: string) => `<text x="${x}" y="14">${shown}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="${height}" role="img" aria-label="Scangate: ${word}">`,
    `<title>Scangate: ${word}</title>`,
    `<rect width="${total}" height="${height}" rx="3" fill="#161a20"/>`,
    `<path d="M${labelWidth} 0h${width - 3}a3 3 0 0 1 3 3v${height - 6}a3 3 0 0 1-3 3h-${width - 3}z" fill="${color}"/>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    text(labelWidth / 2, 'Scangate'),
    text(labelWidth + width / 2, word),
    '</g></svg>\n',
  ].join('');
};
