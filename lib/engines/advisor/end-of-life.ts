/**
 * The days on which release lines stopped getting security fixes, as their projects announced them. A line that
 * is not listed is supported or unknown.
 */
const lines: Record<string, Record<string, string>> = {
  node: {
    '4': '2018-04-30',
    '6': '2019-04-30',
    '8': '2019-12-31',
    '10': '2021-04-30',
    '12': '2022-04-30',
    '14': '2023-04-30',
    '16': '2023-09-11',
    '18': '2025-04-30',
    '20': '2026-04-30',
  },
  python: {
    '2': '2020-01-01',
    '3.5': '2020-09-30',
    '3.6': '2021-12-23',
    '3.7': '2023-06-27',
    '3.8': '2024-10-07',
    '3.9': '2025-10-31',
  },
  'Go stdlib': {
    '1.17': '2022-08-02',
    '1.18': '2023-02-01',
    '1.19': '2023-08-08',
    '1.20': '2024-02-06',
    '1.21': '2024-08-13',
    '1.22': '2025-02-11',
    '1.23': '2025-08-12',
  },
  // AngularJS; Angular is another package.
  'npm angular': { '1': '2021-12-31' },
  'npm vue': { '2': '2023-12-31' },
  'PyPI django': {
    '1': '2020-04-01',
    '2.0': '2019-04-01',
    '2.1': '2019-12-02',
    '2.2': '2022-04-11',
    '3.0': '2021-04-06',
    '3.1': '2021-12-07',
    '3.2': '2024-04-01',
    '4.0': '2023-04-03',
    '4.1': '2023-12-04',
    '5.0': '2025-04-02',
  },
  'RubyGems rails': { '5': '2022-06-01', '6.0': '2023-06-01', '6.1': '2024-10-01', '7.0': '2025-04-01' },
};

const numbers = /^(?:go|v)?(\d{1,5})(?:\.(\d{1,5}))?/;

/**
 * Returns the end of support of a release line if it was over at a given time.
 * @param product `node`, `python`, or an ecosystem and a package name.
 * @param at ISO instant of the check; without it there is no result.
 * @returns the line and the day, or undefined while it is supported or unknown.
 */
export const endOfLife = (
  product: 'node' | 'python' | `${string} ${string}`,
  version: string,
  at: string | undefined,
): { line: string; endedOn: string } | undefined => {
  const [, major, minor] = numbers.exec(version) ?? [];
  if (at === undefined || major === undefined || !Object.hasOwn(lines, product)) return undefined;
  const known = lines[product] ?? {};
  const line = [`${major}.${minor}`, major].find((each) => Object.hasOwn(known, each));
  const endedOn = line === undefined ? undefined : known[line];
  return line !== undefined && endedOn !== undefined && endedOn < at.slice(0, 10)
    ? { line, endedOn }
    : undefined;
};
