import { writeExport } from '#app/offboarding/write-export.ts';
import { task } from '#runtime/task.ts';
import { wireExportBlobs } from '#runtime/wire/objects/exported-objects.ts';
import { wireOrganizationRows, wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, rows: wireOrganizationRows, blobs: wireExportBlobs },
  (input: { organizationId: string; exportId: string }, ports, context) => writeExport(input, ports, context),
);
