import { digestOf } from '@scangate/engines/model/digest';
import { safeData } from '@scangate/domain/events/safe-data';
import { oneLine } from '@scangate/domain/reports/safe-text';
import type { TrackedFinding, TrackedKind } from '@scangate/domain/tracking/tracking-records';
import type { IssueBlock, IssuePart, IssueText } from './issue-text.ts';
import { markerOf, type TicketGroup } from './ticket-group.ts';

/** Jira accepts 32,767 characters, so that few findings are listed, each briefly. */
const listedFindings = 20;
const longestPart = 120;
/** GitLab and Jira refuse titles longer than 255 characters. */
const longestTitle = 250;
const longestSubject = 80;

const nouns: Record<TrackedKind, readonly [one: string, several: string]> = {
  vulnerability: ['vulnerability', 'vulnerabilities'],
  source: ['source problem', 'source problems'],
  secret: ['secret', 'secrets'],
  license: ['license problem', 'license problems'],
  code: ['weakness', 'weaknesses'],
};

const counted = (count: number, kind: TrackedKind): string => {
  const [one, several] = nouns[kind];
  return `${count} ${count === 1 ? one : several}`;
};

/** Returns untrusted text without credentials and addresses, in one line. */
const foreign = (text: string): string => {
  const { safe } = safeData({ safe: text });
  return oneLine(typeof safe === 'string' ? safe : '', longestPart);
};

const code = (text: string): IssuePart => ({ code: foreign(text) });

/**
 * Returns a title in which nothing mentions a person, an issue, a label or an emoji, or imitates a marker: a
 * zero-width space follows each character that could begin or hold such a name.
 */
const titleText = (text: string): string =>
  oneLine(foreign(text), longestSubject).replace(/[@#!~%$&:*_`<[]/g, (character) => `${character}\u200b`);

const titleOf = ({ kind, subject, open, severity }: TicketGroup, fullName: string): string => {
  const what = open.length === 0 ? `no ${nouns[kind][0]} left` : `${counted(open.length, kind)}, ${severity}`;
  const title = `${what}: ${titleText(subject)} in ${titleText(fullName)}`;
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1).toWellFormed()}…` : title;
};

const placeOf = (group: TicketGroup, fullName: string): IssueBlock => ({
  paragraph: [
    { text: 'Scangate tracks this on the default branch of ' },
    code(fullName),
    ...(group.unitPath === '' || group.unitPath === '.'
      ? []
      : [{ text: ', project unit ' }, code(group.unitPath)]),
    { text: group.kind === 'secret' || group.kind === 'code' ? ', in ' : ', about ' },
    code(group.subject),
    { text: '.' },
  ],
});

const factsOf = (row: TrackedFinding): IssuePart[] => [
  code(row.rule),
  { text: `, ${row.severity}` },
  ...(row.knownExploited ? [{ text: ', known to be exploited' }] : []),
  ...(row.packageVersion === undefined ? [] : [{ text: ', version ' }, code(row.packageVersion)]),
  ...(row.kind === 'code' || row.kind === 'secret' ? [{ text: ', in ' }, code(row.file)] : []),
  { text: ': ' },
  code(row.title),
];

const openItem = (row: TrackedFinding): IssuePart[] => [
  ...factsOf(row),
  ...(row.fixable ? [{ text: ' (an upgrade fixes it)' }] : []),
];

const settledItem = (row: TrackedFinding): IssuePart[] => [
  ...factsOf(row),
  ...(row.fixed ? [{ text: ' (fixed in ' }, code(row.fixed.commitHash), { text: ')' }] : []),
  ...(row.state === 'waived' ? [{ text: ' (waived)' }] : []),
];

const listed = (
  rows: readonly TrackedFinding[],
  item: (row: TrackedFinding) => IssuePart[],
): IssueBlock[] => {
  const more = rows.length - listedFindings;
  return [
    ...(rows.length > 0 ? [{ list: rows.slice(0, listedFindings).map(item) }] : []),
    ...(more > 0 ? [{ paragraph: [{ text: `And ${more} more.` }] }] : []),
  ];
};

const openNote =
  'This issue is closed when none of its findings is open. This text is updated automatically; comments stay.';
const settledNote = 'None of its findings is open. The issue is reopened if one comes back.';

/** Describes a group as an issue. Equal findings give an equal text. */
export const describeGroup = (group: TicketGroup, fullName: string): IssueText => {
  const isOpen = group.open.length > 0;
  return {
    title: titleOf(group, fullName),
    blocks: [
      placeOf(group, fullName),
      ...(isOpen ? listed(group.open, openItem) : listed(group.settled, settledItem)),
      { paragraph: [{ text: isOpen ? openNote : settledNote }] },
    ],
    marker: markerOf(group.group),
  };
};

/** The digest of an issue's content; for a resolved group it stays the same whatever is deleted later. */
export const contentDigest = (group: TicketGroup | undefined, fullName: string): string =>
  group && group.open.length > 0 ? digestOf(describeGroup(group, fullName)) : 'settled';
