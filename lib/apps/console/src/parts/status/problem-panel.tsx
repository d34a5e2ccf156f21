import { ApiProblem, ConnectionLost } from '@scangate/client';
import { useContext, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { failureMessages, problemWords } from '@scangate/console/messages/problems.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { Offline } from '@scangate/console/session/browser/offline.ts';
import { SessionContext } from '@scangate/console/session/session-context.ts';
import { signInAgain, signInReason } from '@scangate/console/session/sign-in/sign-in-again.ts';
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
  !(error instanceof ApiProblem) ||
  error.retryable ||
  error.status === 409 ||
  // A list that is read again begins with its first page.
  error.code === 'invalid_cursor';

/** The step after a failure: a sign-in where the session ended under the page, else the same request again. */
const NextStep = ({ error, onRetry }: ProblemPanelProps): ReactElement | null => {
  const isSignedIn = useContext(SessionContext) !== undefined;
  const reason = signInReason(error);
  if (isSignedIn && reason !== undefined)
    return (
      <Button onClick={() => void signInAgain(reason).then((isDone) => isDone && onRetry?.())}>
        {frameMessages.signInAgain}
      </Button>
    );
  return onRetry && isWorthRetrying(error) ? <Button onClick={onRetry}>{partMessages.retry}</Button> : null;
};

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
      <NextStep error={error} onRetry={onRetry} />
    </div>
  );
};
