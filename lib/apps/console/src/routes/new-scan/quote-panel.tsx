import { ApiProblem } from '@scangate/client';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { gapWords } from '@scangate/console/messages/gate/coverage.ts';
import { newScanMessages } from '@scangate/console/messages/gate/scans.ts';
import { verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Panel, type Reading } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import styles from './new-scan.module.css';
import type { Quote } from './use-quote.ts';

const paymentRequired = 402;

/** The scan that is known already, when the same commit was scanned within a day. */
export const knownScan = (quote: Quote | undefined): string | undefined =>
  quote?.gates.find(({ gate, scanId }) => gate === 'dedup' && scanId !== undefined)?.scanId;

/** The refusal of a gate, as the service would answer it. */
const problemOf = (refusal: NonNullable<Quote['refusal']>): ApiProblem =>
  new ApiProblem(paymentRequired, new Headers(), { ...refusal, code: refusal.code ?? refusal.gate });

const Price = ({ quote: { price, balance, laterCharges, refusal } }: { quote: Quote }): ReactElement => {
  const pools = (['core', 'sast'] as const).filter((pool) => price[pool] > 0);
  if (pools.length === 0) return <p className={styles['price']}>{newScanMessages.free}</p>;
  const words = { core: newScanMessages.quoteCore, sast: newScanMessages.quoteSast };
  return (
    <>
      <p className={styles['price']}>{pools.map((pool) => words[pool](price[pool])).join(', ')}</p>
      {/* A refused scan changes no balance. */}
      {(refusal ? [] : pools).map((pool) => (
        <p key={pool} className={styles['note']}>
          {newScanMessages.quoteAfter(
            newScanMessages.pools[pool],
            number(balance[pool].before),
            number(balance[pool].after),
          )}
        </p>
      ))}
      <p className={styles['note']}>
        {laterCharges ? <Text value={laterCharges.detail} /> : newScanMessages.quoteAtMost}
      </p>
    </>
  );
};

const Skipped = ({ quote: { skippedScanTypes } }: { quote: Quote }): ReactElement | null =>
  skippedScanTypes.length === 0 ? null : (
    <ul className={styles['note']}>
      {skippedScanTypes.map(({ scanType, reason }) => (
        <li key={scanType}>
          {fill(newScanMessages.skipped, {
            type: wordFor(verdictWords.scanTypes, scanType),
            reason: <Text value={gapWords(reason)} />,
          })}
        </li>
      ))}
    </ul>
  );

interface QuotePanelProps {
  reading: Reading<Quote>;
  isAsked: boolean;
}

/** Shows what the scan costs at most, before anything starts; or who would refuse it, and what helps. */
export const QuotePanel = ({ reading, isAsked }: QuotePanelProps): ReactElement => {
  if (!isAsked)
    return (
      <Panel title={newScanMessages.quote}>
        <p className={styles['note']}>{newScanMessages.quoteWaits}</p>
      </Panel>
    );
  return (
    <Panel title={newScanMessages.quote} reading={reading} rows={2}>
      {(quote) => (
        <Stack gap={2}>
          {knownScan(quote) === undefined ? <Price quote={quote} /> : <p>{newScanMessages.known}</p>}
          <Skipped quote={quote} />
          {quote.refusal && <ProblemPanel error={problemOf(quote.refusal)} />}
        </Stack>
      )}
    </Panel>
  );
};
