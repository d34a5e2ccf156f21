import { ApiProblem, ConnectionLost } from '@scangate/client';
import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { failureMessages, problemWords } from '@scangate/console/messages/problems.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { Offline } from '@scangate/console/session/browser/offline.ts';
import styles from './problem-panel.module.css';
import { RefusalPanel } from './refusal-panel.tsx';

export interface ProblemPanelProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

interface Words {
  title: string;
  help: string;
  /** The words of the service about this request. */
  detail?: string;
  requestId?: string | undefined;
}

const wordsFor = (error: unknown): Words => {
  if (error instanceof ApiProblem)
    return { ...problemWords(error.code), detail: error.message, requestId: error.requestId };
  if (error instanceof Offline) return failureMessages.offline;
  if (error instanceof ConnectionLost) return failureMessages.connectionLost;
  return failureMessages.unexpected;
};

/** Whether the same request may have another answer. */
const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.retryable || error.status === 409;

/** Says what failed and what to do: by its code for a refusal, with the id of the request for support. */
export const ProblemPanel = ({ error, onRetry }: ProblemPanelProps): ReactElement => {
  if (error instanceof ApiProblem && error.status === 402) return <RefusalPanel problem={error} />;
  const { title, help, detail, requestId } = wordsFor(error);
  return (
    <div className={styles['problem']} role="alert">
      <div className={styles['words']}>
        <strong>{title}</strong>
        <p className={styles['help']}>{help}</p>
        {detail !== undefined && (
          <p className={styles['detail']}>
            <Text value={detail} />
          </p>
        )}
        {requestId !== undefined && (
          <p className={styles['request']}>
            {failureMessages.request} <code>{requestId}</code>
          </p>
        )}
      </div>
      {onRetry && isWorthRetrying(error) && <Button onClick={onRetry}>{partMessages.retry}</Button>}
    </div>
  );
};
