import { useEffect, useRef, useState, type ReactElement } from 'react';
import { verificationMessages } from '@scangate/console/messages/billing/history.ts';
import { rate } from '@scangate/console/messages/money.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { Stack, Row } from '@scangate/console/parts/layout/stack.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { readNotedHeads } from './noted-heads.ts';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { meansOtherSession } from '@scangate/console/session/sign-in/other-session.ts';
import { startVerification } from './start-verification.ts';
import { VerificationResult } from './verification-result.tsx';
import type { Verification } from './verify-stream.ts';

interface State {
  running?: { abort: AbortController; characters: number };
  verification?: Verification;
  problem?: unknown;
}

/** Runs one check at a time, and ends it with the page. */
const useVerification = () => {
  const { session, refresh } = useSignedIn();
  const [state, setState] = useState<State>({});
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (heads: readonly string[]): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setState({ running: { abort: controller, characters: 0 } });
    const onProgress = (characters: number): void =>
      setState((before) => (before.running ? { running: { abort: controller, characters } } : before));
    try {
      const { csrfToken } = session;
      const request = { csrfToken, heads, signal: controller.signal, onProgress };
      setState({ verification: await startVerification(request) });
    } catch (problem) {
      setState(controller.signal.aborted ? {} : { problem });
      if (meansOtherSession(problem)) void refresh();
    }
  };
  return { ...state, start };
};

const Progress = ({ abort, characters }: NonNullable<State['running']>): ReactElement => (
  <Row gap={3}>
    <span role="status">{verificationMessages.progress(rate(characters / 1_000_000))}</span>
    <Button onClick={() => abort.abort()}>{verificationMessages.stop}</Button>
  </Row>
);

/** Checks the whole ledger in this browser, by the rule of the command line. */
export const VerificationPanel = (): ReactElement => {
  const [text, setText] = useState('');
  const { running, verification, problem, start } = useVerification();
  const { heads, invalid } = readNotedHeads(text);
  return (
    <Disclosure summary={verificationMessages.title}>
      <Stack gap={4}>
        <p>{verificationMessages.lead}</p>
        <TextArea
          label={verificationMessages.heads}
          help={verificationMessages.headsHelp}
          error={invalid.length === 0 ? undefined : verificationMessages.headsInvalid(invalid.length)}
          value={text}
          onChange={setText}
          rows={2}
          mono
        />
        <Row>
          <Button
            busy={running !== undefined}
            disabled={invalid.length > 0}
            onClick={() => void start(heads)}
          >
            {verification ? verificationMessages.again : verificationMessages.start}
          </Button>
          {running && <Progress {...running} />}
        </Row>
        {problem !== undefined && <ProblemPanel error={problem} onRetry={() => void start(heads)} />}
        {verification && <VerificationResult verification={verification} />}
      </Stack>
    </Disclosure>
  );
};
