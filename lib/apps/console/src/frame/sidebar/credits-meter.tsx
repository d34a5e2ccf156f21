import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Meter } from '@scangate/console/parts/status/meter.tsx';
import { useBillingState } from '@scangate/console/session/use-billing-state.ts';
import styles from './sidebar.module.css';

const tones = { ok: 'pass', low: 'medium', empty: 'fail' } as const satisfies Record<string, Tone>;

const lowShare = 0.2;

const toneOf = (available: number, all: number): Tone => {
  if (available <= 0) return 'fail';
  return available <= all * lowShare ? 'medium' : 'accent';
};

/** The core credits: their amount for those who may see it, and for others whether they run out. */
export const CreditsMeter = (): ReactElement => {
  const { status, alert } = useBillingState();
  // The space is kept while nothing is loaded, so that nothing moves.
  if (!status && !alert) return <div className={styles['meter']} />;
  if (alert) {
    const { state } = alert.pools.core;
    return (
      <div className={`${styles['meter']} ${styles['alert']}`}>
        <span>{frameMessages.credits}</span>
        <StatusBadge tone={tones[state] ?? 'muted'}>
          {frameMessages.creditsStates[state] ?? state}
        </StatusBadge>
      </div>
    );
  }
  const { available = 0, consumed = 0 } = status?.pools.core ?? {};
  const all = available + consumed;
  return (
    <div className={styles['meter']}>
      <Meter
        label={frameMessages.credits}
        value={available}
        max={all}
        tone={toneOf(available, all)}
        text={frameMessages.creditsText(available)}
      />
    </div>
  );
};
