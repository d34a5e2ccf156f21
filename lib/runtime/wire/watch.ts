import { SFNClient } from '@aws-sdk/client-sfn';
import { storedSnapshots } from '#adapters/osv/snapshot-records.ts';
import { s3WatchLists } from '#adapters/s3/watch-lists.ts';
import { watchStarter } from '#adapters/step-functions/workflow.ts';
import { watchPrefix } from '#contract/blob-areas.ts';
import { env } from '../env.ts';
import { wireObjectStore } from './blobs.ts';
import { s3Location } from './s3-location.ts';

export const wireSnapshotRecords = () => storedSnapshots(wireObjectStore());
export const wireWatchLists = () => s3WatchLists(s3Location(), watchPrefix);
export const wireWatchStarter = () => watchStarter(new SFNClient(), env('WATCH_WORKFLOW_ARN'));
