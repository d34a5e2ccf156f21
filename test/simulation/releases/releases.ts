import type { SourceChange } from '../start/replace-modules.ts';

/** The releases of a world: the present one, one that knows a new form of a record, and one that writes it. */
export type Release = 'present' | OtherRelease;
export type OtherRelease = 'knowing' | 'writing';
export const otherReleases: readonly OtherRelease[] = ['knowing', 'writing'];

const formsFrom = (release: OtherRelease): SourceChange => ({
  file: 'lib/adapters/dynamodb/record-versions.ts',
  find: 'export const recordVersions: RecordVersions = {};',
  replace: `import { formsOf } from '#test/simulation/releases/forms.ts';
export const recordVersions: RecordVersions = formsOf.${release};`,
});

/** The rules of the release that writes the new form: they count from the last number that was given. */
const rules: readonly SourceChange[] = [
  {
    file: 'lib/domain/delivery/fan-out.ts',
    find: '  const { organizationId, subscriberId, nextSequence: sequence } = subscriber;',
    replace: `  const { organizationId, subscriberId, lastSequence } = subscriber;
  const sequence = lastSequence + 1;`,
  },
  {
    file: 'lib/domain/delivery/fan-out.ts',
    find: '    nextSequence: subscriber.nextSequence + 1,',
    replace: '    lastSequence: subscriber.lastSequence + 1,',
  },
  {
    file: 'lib/domain/delivery/fan-out.ts',
    find: '  add: { nextSequence: 1, waiting: 1, arrivals: 1 },',
    replace: '  add: { lastSequence: 1, waiting: 1, arrivals: 1 },',
  },
  {
    file: 'lib/domain/delivery/fan-out.ts',
    find: "{ field: 'nextSequence', is: 'equal', value: before.nextSequence },",
    replace: "{ field: 'lastSequence', is: 'equal', value: before.lastSequence },",
  },
  {
    file: 'lib/domain/delivery/delivery-state.ts',
    find: '  nextSequence: 1,',
    replace: '  lastSequence: 0,',
  },
  {
    file: 'lib/domain/delivery/requeue-delivery.ts',
    find: '      before: subscriber.nextSequence,',
    replace: '      before: subscriber.lastSequence + 1,',
  },
  {
    file: 'lib/domain/delivery/delivery-lock.ts',
    find: 'const counted = { waiting: 0, arrivals: 0, nextSequence: 0 };',
    replace: 'const counted = { waiting: 0, arrivals: 0, lastSequence: 0 };',
  },
  {
    file: 'lib/adapters/dynamodb/parsers/integration-parsers.ts',
    find: '    nextSequence: number,',
    replace: '    lastSequence: number,',
  },
];

/** The changes of the text of modules that make a release of the present one. */
export const changesOf: Readonly<Record<OtherRelease, readonly SourceChange[]>> = {
  knowing: [formsFrom('knowing')],
  writing: [formsFrom('writing'), ...rules],
};
