import { SFNClient } from '@aws-sdk/client-sfn';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { storedSnapshots } from '#adapters/reference-data/osv/snapshot-records.ts';
import { watchStarter } from '#adapters/step-functions/workflow.ts';
import { beginWatch } from '#app/advisory-watch/match-advisories.ts';
import { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { dataFolderObjects } from '../data-folder-objects.ts';
import type { CloudContext } from '../start.ts';
import type { ControlActions } from './organization-routes.ts';

const watchOf = ({ plan, environment }: CloudContext) => {
  const machine = plan.stateMachines.find(({ name }) => name.endsWith('-watch'));
  if (!machine) throw new StartFailure('The template has no watch workflow.');
  const client = new SFNClient({
    endpoint: environment['AWS_ENDPOINT_URL_SFN'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  return watchStarter(client, machine.arn);
};

/** Publishes a snapshot with one more record, and starts the watch as the sync of advisories does. */
const publish = async (
  record: unknown,
  { store, cloud, now }: { store: Store; cloud: CloudContext; now: Date },
): Promise<object> => {
  const objects = dataFolderObjects(cloud.data, cloud.plan, cloud.clock.now);
  await beginWatch({ store, snapshots: storedSnapshots(objects) });
  const source = join(cloud.data, 'tmp', `${randomUUID()}.json`);
  await writeFile(source, JSON.stringify(record), { mode: 0o600 });
  try {
    const report = await importAdvisories(source, { objects, now: now.toISOString(), mode: 'merge' });
    const [bad] = report.badRecords;
    if (!report.switched || bad)
      throw new Problem('validation_failed', { detail: bad?.reason ?? report.failure ?? 'no advisory' });
    const { snapshotId } = report;
    await watchOf(cloud).start({ cause: `${snapshotId} ${now.toISOString()}`, units: [] });
    return { snapshotId };
  } finally {
    await rm(source, { force: true });
  }
};

/** Each snapshot builds on the previous one, so requests run one after the other. */
export const publishAdvisory = (store: Store, cloud: CloudContext): ControlActions['publishAdvisory'] => {
  let last: Promise<unknown> = Promise.resolve();
  return (record, now) => {
    const next = last.then(() => publish(record, { store, cloud, now }));
    last = next.catch(() => {});
    return next;
  };
};
