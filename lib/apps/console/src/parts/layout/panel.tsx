import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Skeleton } from '@scangate/console/parts/status/skeleton.tsx';
import styles from './panel.module.css';

/** The parts of a query that a panel shows; an infinite one has them too. */
export type Reading<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'fetchStatus'
> & {
  refetch: () => unknown;
  /** Stops the request that is under way. */
  cancel?: () => unknown;
};

interface PanelFrame {
  title?: ReactNode;
  /** A sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
}

export type PanelProps<T> = PanelFrame &
  (
    | { reading?: undefined; children: ReactNode }
    | {
        reading: Reading<T>;
        children: (data: T) => ReactNode;
        isEmpty?: (data: T) => boolean;
        /** Says the first step. */
        empty?: ReactNode;
        /** The number of rows that the skeleton draws, so that nothing moves when they come. */
        rows?: number;
      }
  );

interface WaitingProps {
  reading: Reading<unknown>;
  rows: number;
  onRetry: () => void;
}

/** The placeholder of content that is loading, or whose loading was abandoned. */
const Waiting = ({ reading, rows, onRetry }: WaitingProps): ReactElement => {
  const [isStopped, setStopped] = useState(false);
  const { cancel, isFetching } = reading;
  const stop =
    cancel &&
    (() => {
      cancel();
      setStopped(true);
    });
  if (!isStopped || isFetching) return <Skeleton rows={rows} {...(stop && { onCancel: stop })} />;
  return (
    <Empty title={partMessages.stopped} action={<Button onClick={onRetry}>{partMessages.retry}</Button>} />
  );
};

const contentOf = <T,>(props: PanelProps<T>): ReactNode => {
  if (props.reading === undefined) return props.children;
  const { reading, children, isEmpty, empty, rows = 4 } = props;
  const again = (): void => void reading.refetch();
  if (reading.data === undefined) {
    if (reading.error) return <ProblemPanel error={reading.error} onRetry={again} />;
    return <Waiting reading={reading} rows={rows} onRetry={again} />;
  }
  const { data } = reading;
  return (
    <>
      {reading.error && <ProblemPanel error={reading.error} onRetry={again} />}
      {isEmpty?.(data) === true && empty !== undefined ? empty : children(data)}
    </>
  );
};

/** A part of a page with its own loading, empty and failed state. Its failure does not affect the other panels. */
export const Panel = <T,>(props: PanelProps<T>): ReactElement => {
  const id = useId();
  const { title, lead, actions } = props;
  const hasHeader = title !== undefined || actions !== undefined;
  return (
    <section className={styles['panel']} aria-labelledby={title === undefined ? undefined : id}>
      {hasHeader && (
        <header className={styles['header']}>
          <div>
            {title !== undefined && <h2 id={id}>{title}</h2>}
            {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          </div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </header>
      )}
      {contentOf(props)}
    </section>
  );
};
