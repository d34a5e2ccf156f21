import type { ApiProblem } from '@scangate/client';
import type { ReactElement } from 'react';
import {
  isPaymentCode,
  paymentRequired,
  type PaymentWords,
} from '@scangate/console/messages/billing/payment-required.ts';
import { problemWords } from '@scangate/console/messages/problems.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Session } from '@scangate/console/session/session.ts';
import { paymentPages } from './payment-pages.ts';
import styles from './problem-panel.module.css';

const wordsFor = (problem: ApiProblem, { role, plan, organization }: Session): PaymentWords => {
  const { code } = problem;
  if (isPaymentCode(code))
    return paymentRequired(
      { code, members: problem.members, message: problem.message },
      { role, plan, isClient: organization.isClient },
    );
  const { title, help } = problemWords(code);
  return { title, text: problem.message, steps: [], ask: help };
};

/** Explains a 402 by its code and the role of the reader: what is short, and who can do what about it. */
export const RefusalPanel = ({ problem }: { problem: ApiProblem }): ReactElement => {
  const { title, text, steps, ask } = wordsFor(problem, useSession());
  return (
    <div className={`${styles['problem']} ${styles['refusal']}`} role="alert">
      <div className={styles['words']}>
        <strong>{title}</strong>
        <p className={styles['help']}>
          <Text value={text} />
        </p>
        {ask !== undefined && <p className={styles['help']}>{ask}</p>}
      </div>
      {steps.length > 0 && (
        <Row>
          {steps.map(({ step, label }) => (
            <Link key={step} {...paymentPages[step]} kind="button">
              {label}
            </Link>
          ))}
        </Row>
      )}
    </div>
  );
};
