import type { ReactElement } from 'react';
import { absoluteTime, day, relativeTime } from '@scangate/console/messages/format.ts';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Hint } from '@scangate/console/parts/overlays/hint.tsx';
import { useMinute } from './use-minute.ts';
import styles from './instant.module.css';

export interface InstantProps {
  at: string;
  mode?: 'relative' | 'absolute' | 'day';
}

const texts = { relative: relativeTime, absolute: absoluteTime, day } as const;

/** A time as people say it; with zone and seconds on hover and focus, and in print. */
export const Instant = ({ at, mode = 'relative' }: InstantProps): ReactElement => {
  useMinute(mode === 'relative');
  if (Number.isNaN(Date.parse(at))) return <span>{partMessages.unknown}</span>;
  const exact = absoluteTime(at);
  const time = <time dateTime={at}>{texts[mode](at)}</time>;
  if (mode === 'absolute') return time;
  return (
    <>
      <span className={styles['screen']}>
        <Hint text={exact}>{time}</Hint>
      </span>
      <span className={styles['print']}>{exact}</span>
    </>
  );
};
