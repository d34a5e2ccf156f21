import { useEffect, useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import styles from './skeleton.module.css';

interface SkeletonProps {
  rows?: number;
  /** Stops a request that takes long; offered after five seconds. */
  onCancel?: () => void;
}

const slowAfterMs = 5_000;

/** A placeholder for content that is loading. It appears after 200 ms, so that a quick response does not flicker. */
export const Skeleton = ({ rows = 4, onCancel }: SkeletonProps): ReactElement => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles['skeleton']} aria-busy="true">
      <span className="visually-hidden" role="status">
        {partMessages.loading}
      </span>
      {Array.from({ length: rows }, (_none, at) => (
        <span key={at} className={styles['row']} />
      ))}
      {isSlow && (
        <p className={styles['slow']} role="status">
          {partMessages.slow} {onCancel && <Button onClick={onCancel}>{partMessages.cancel}</Button>}
        </p>
      )}
    </div>
  );
};
