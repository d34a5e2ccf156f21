import { MemoryStore } from '#adapters/memory/store.ts';
import type { UnitAssessor } from '#ports/unit-assessor.ts';
import { runExecution } from '#test/support/scans/run-execution.ts';
import { newScan, workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository } from '#test/support/world.ts';
import type { Figure } from '../figures.ts';

const units = 40;
const filesOfUnit = 25;
const fileBytes = 2_000;

/** A monorepo of forty units. @param changed the content of one file in one of them. */
const commitOf = (changed: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: units }, (_, unit) => [
      [`unit${unit}/go.mod`, `module example.com/unit${unit}\n\ngo 1.24\n`],
      ...Array.from({ length: filesOfUnit }, (__, file) => [
        `unit${unit}/file${file}.go`,
        unit === 7 && file === 0 ? changed : `// ${unit} ${file} ${'x'.repeat(fileBytes)}\n`,
      ]),
    ]).flat(),
  ) as Record<string, string>;

/** The effort of a scan of a commit. */
interface Taken {
  fetchedBytes: number;
  assessments: number;
  credits: number;
  refunds: number;
}

/** Scans a monorepo, and then a push that changes one of its units. */
const measurePush = async (): Promise<{ first: Taken; push: Taken; unitBytes: number }> => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  let assessments = 0;
  const assessor: UnitAssessor = {
    assess: (unit, sources, run) => {
      assessments += 1;
      return world.assessor.assess(unit, sources, run);
    },
  };
  const advisories = { load: async () => ({ snapshotId: 'bench', ecosystems: [], lookup: () => [] }) };
  const organization = await newOrganization(store, { credits: { core: 1000 } });
  const { organizationId, repositoryId } = await newRepository(store, organization.organizationId);
  const scan = async (letter: string, files: Record<string, string>): Promise<Taken> => {
    const commitHash = letter.repeat(40);
    world.sources.commits.set(commitHash, files);
    world.sources.tips.set('main', commitHash);
    world.sources.sent.length = 0;
    assessments = 0;
    const repository = store.all('repository').find((one) => one.repositoryId === repositoryId);
    if (!repository) throw new Error('the repository is gone');
    const caller = organization.as('member');
    const { scanId } = await newScan(store, { caller, repository, request: { commitHash } });
    await runExecution({ organizationId, scanId }, { ...world, assessor, advisories });
    const entries = store.all('ledgerEntry').filter((entry) => entry.scanId === scanId);
    return {
      fetchedBytes: world.sources.sent.reduce((sum, [, path]) => sum + (files[path]?.length ?? 0), 0),
      assessments,
      credits: -entries.reduce((sum, { amount }) => sum + amount, 0),
      refunds: entries.filter(({ source }) => source === 'unchanged_unit_refund').length,
    };
  };
  const first = await scan('1', commitOf('// one\n'));
  const files = commitOf('// two\n');
  const push = await scan('2', files);
  const mine = Object.entries(files).filter(([path]) => path.startsWith('unit7/'));
  return { first, push, unitBytes: mine.reduce((sum, [, text]) => sum + text.length, 0) };
};

/** Counts what a push costs that changes one unit of forty. */
export const measureReuse = async (): Promise<Figure[]> => {
  const { first, push, unitBytes } = await measurePush();
  const section = 'Unchanged units, counted';
  const what = `push that changes 1 of ${units} units`;
  return [
    { section, what: 'first scan of them', unit: 'bytes of files fetched', value: first.fetchedBytes },
    { section, what: 'first scan of them', unit: 'units assessed', value: first.assessments },
    { section, what, unit: 'bytes of files fetched', value: push.fetchedBytes, limit: 1.2 * unitBytes },
    { section, what, unit: 'units assessed', value: push.assessments, limit: 1, exactly: true },
    { section, what, unit: 'credits', value: push.credits, limit: 1, exactly: true },
    { section, what, unit: 'refunds', value: push.refunds, limit: units, exactly: true },
  ];
};
