import { defineMessages } from './define-messages.ts';
import { locale, plural } from './format.ts';

/** The words of every plot. */
export const plotMessages = defineMessages({
  showTable: 'Show as a table',
  day: 'Day',
  none: '–',
  inUnit: (title: string, unit: string) => `${title}, ${unit}`,
  forecast: (name: string) => `${name}, forecast`,
  graph: (packages: number) =>
    `A graph of ${plural(packages, 'package', 'packages')}. The list below it says the same.`,
  graphRegion: 'Dependency graph, scrolls sideways',
  asList: 'Show as a list',
  truncated: (shown: number) => `Only the first ${shown} packages are shown.`,
  again: 'listed above',
  findings: (count: number) => plural(count, 'finding', 'findings'),
  direct: 'direct',
  unplaced: 'No path to this package is known: its lockfile states no graph.',
});

const shortDays = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day of the service below an axis: "Mar 10". */
export const shortDay = (utcDay: string): string => shortDays.format(new Date(`${utcDay}T00:00:00Z`));
