import type { BodyOfResponse } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import { signatureText, trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { testBody } from './trust-request.ts';

type Result = BodyOfResponse<'test-trust', 200>;

const TestResult = ({ signature, reason, trustId, rules }: Result): ReactElement => (
  <Stack gap={3}>
    <StatusBadge tone={trustId === undefined ? 'fail' : 'pass'}>
      {trustId === undefined ? trustMessages.refused : trustMessages.trusted}
    </StatusBadge>
    <KeyValue
      items={[
        { label: trustMessages.signature, value: signatureText(signature) },
        ...(reason === undefined ? [] : [{ label: trustMessages.reason, value: <code>{reason}</code> }]),
        ...rules.map(({ name, matches, failed }) => ({
          label: name,
          value: (
            <Text
              value={
                matches
                  ? trustMessages.matches
                  : trustMessages.matchesNot(failed.map(({ claim }) => claim).join(', '))
              }
            />
          ),
        })),
      ]}
    />
  </Stack>
);

/** Tries a token against the rules. The text is kept nowhere: it may be a secret. */
export const TrustTest = (): ReactElement => {
  const [text, setText] = useState('');
  const test = useApiAction('test-trust');
  const body = testBody(text);
  const isInvalid = text.trim() !== '' && !body;
  return (
    <Disclosure summary={trustMessages.test}>
      <Form
        problem={test.problem}
        onSubmit={() => body && void test.run({ body })}
        actions={
          <Button type="submit" busy={test.isBusy} disabled={!body}>
            {trustMessages.run}
          </Button>
        }
      >
        <TextArea
          label={trustMessages.testText}
          help={trustMessages.testHelp}
          value={text}
          onChange={setText}
          error={isInvalid ? trustMessages.testInvalid : undefined}
          mono
        />
      </Form>
      {test.data && <TestResult {...test.data} />}
    </Disclosure>
  );
};
