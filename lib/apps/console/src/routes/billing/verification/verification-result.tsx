import type { ReactElement } from 'react';
import { poolName, verificationMessages } from '@scangate/console/messages/billing/history.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Hash } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { Verification } from './verify-stream.ts';

type Unchanged = Extract<Verification, { result: 'unchanged' }>;
type Changed = Extract<Verification, { result: 'changed' }>;

const sumOf = (pools: Unchanged['pools'], field: 'sealed' | 'unsealed'): number =>
  pools.reduce((sum, pool) => sum + pool[field], 0);

const UnchangedLedger = ({ pools }: Unchanged): ReactElement => {
  const sealed = sumOf(pools, 'sealed');
  return (
    <Stack gap={3}>
      <Banner tone="info" title={verificationMessages.unchangedTitle(sealed)}>
        {verificationMessages.unchanged(sealed, sumOf(pools, 'unsealed'))}
      </Banner>
      {pools.some(({ head }) => head !== undefined) && <p>{verificationMessages.noteHeads}</p>}
      <KeyValue
        items={pools.flatMap(({ pool, head, begins }) => [
          ...(head === undefined
            ? []
            : [{ label: verificationMessages.head(poolName(pool)), value: <Hash value={head} /> }]),
          ...(begins
            ? [{ label: poolName(pool), value: verificationMessages.begins(begins.position, begins.segment) }]
            : []),
        ])}
      />
    </Stack>
  );
};

const ChangedLedger = ({ fault: { line, cause, reason } }: Changed): ReactElement => (
  <Stack gap={3}>
    <Banner tone="danger" title={verificationMessages.changedTitle}>
      <Text
        value={
          line === undefined
            ? verificationMessages.changedFile(reason)
            : verificationMessages.changedRow(line, reason)
        }
      />
    </Banner>
    {cause !== undefined && (
      <KeyValue items={[{ label: verificationMessages.cause, value: <Text value={cause} cut="middle" /> }]} />
    )}
    <p>{verificationMessages.changedHelp}</p>
  </Stack>
);

/** The answer of a check: unchanged with the last hashes, or the first bad row. */
export const VerificationResult = ({ verification }: { verification: Verification }): ReactElement => {
  if (verification.result === 'unchanged') return <UnchangedLedger {...verification} />;
  if (verification.result === 'changed') return <ChangedLedger {...verification} />;
  return (
    <Banner tone="danger" title={verificationMessages.unreadableTitle}>
      {verification.reason}
    </Banner>
  );
};
