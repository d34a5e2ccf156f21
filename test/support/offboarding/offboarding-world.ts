import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { organizationEraser } from '#adapters/dynamodb/offboarding/organization-eraser.ts';
import { dynamoOrganizationRows } from '#adapters/dynamodb/offboarding/organization-rows.ts';
import { s3BlobReader, s3BlobWriter } from '#adapters/s3/blobs.ts';
import { s3BlobStreamer } from '#adapters/s3/blob-streamer.ts';
import { s3BlobLister } from '#adapters/s3/exported-objects.ts';
import { areaPrefixes } from '#contract/blob-areas.ts';
import type { ErasurePorts } from '#app/offboarding/erase-organization.ts';
import type { ExportPorts } from '#app/offboarding/write-export.ts';
import type { MailContent } from '@scangate/domain/mail/render-mail';
import { startS3 } from '@scangate/emulator-aws/s3/service';
import { clientOf, openWorkbench } from '#test/emulators/aws/workbench.ts';
import { silentLog } from '../silent-log.ts';
import { memorySealStore } from '../billing/memory-ledger-seal-store.ts';
import { startTestDatabase } from '../store/test-database.ts';

/** The ports of leaving over DynamoDB Local and the emulated S3, and looks at everything that is stored. */
export const openOffboardingWorld = async () => {
  const database = await startTestDatabase();
  const bench = await openWorkbench();
  const server = await startS3([{ name: 'data', expiry: [], locked: false }], bench.context, {
    root: bench.folder.within('s3'),
  });
  const s3 = new S3Client({ ...clientOf(server.url), requestChecksumCalculation: 'WHEN_REQUIRED' });
  const location = { client: s3, bucket: 'data', prefixes: areaPrefixes };
  const blobs = { ...s3BlobReader(location), ...s3BlobWriter(location) };
  const { client, store } = database;
  const tableName = (name: string): string => name;
  const mails: { to: string; mail: MailContent }[] = [];
  const deletedCustomers: string[] = [];
  const { sealStore, kept, publicKey } = memorySealStore();
  const erasure: ErasurePorts = {
    store,
    blobs,
    erasers: {
      of: async (organizationId) =>
        organizationEraser(organizationId, {
          client,
          tableName,
          s3,
          bucket: 'data',
          prefixes: Object.values(areaPrefixes),
        }),
    },
    paymentProvider: { deleteCustomer: async (customerId) => void deletedCustomers.push(customerId) },
    sealStore,
    mailer: { send: async (to, mail) => void mails.push({ to, mail }) },
    log: silentLog,
  };
  const exporting: ExportPorts = {
    store,
    rows: dynamoOrganizationRows({ client, tableName }),
    blobs: { ...blobs, ...s3BlobLister(location), ...s3BlobStreamer(location) },
  };
  /** Every row of a table, as text. */
  const rowsOf = async (table: string): Promise<string[]> => {
    const rows: string[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: table, ExclusiveStartKey: start }));
      rows.push(...(page.Items ?? []).map((item) => JSON.stringify(item)));
      start = page.LastEvaluatedKey;
    } while (start);
    return rows;
  };
  const objectKeys = async (): Promise<string[]> => {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: 'data' }));
    return (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
  };
  return {
    store,
    blobs,
    erasure,
    exporting,
    mails,
    deletedCustomers,
    sealStore,
    proofs: kept,
    publicKey,
    rowsOf,
    objectKeys,
    close: async () => {
      database.stop();
      s3.destroy();
      await server.close();
      await bench.close();
    },
  };
};
export type OffboardingWorld = Awaited<ReturnType<typeof openOffboardingWorld>>;
