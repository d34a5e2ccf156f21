import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { signInMessages } from '@scangate/console/messages/sign-in.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { publicClient } from '@scangate/console/session/sign-in/boot.ts';
import { CenteredPage } from './centered-page.tsx';
import { SignInLinks } from './sign-in-links.tsx';
import { returnHere, signInUrl } from './sign-in-url.ts';

const useProviders = () => {
  const queries = useQueryClient();
  const queryKey = ['sign-in-providers'];
  const reading = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await publicClient().call('list-sign-in-providers', { signal })).body.items,
  });
  return { ...reading, cancel: () => queries.cancelQueries({ queryKey, exact: true }) };
};

const OrganizationSignIn = (): ReactElement => {
  const [email, setEmail] = useState('');
  const go = (): void => {
    if (email.includes('@'))
      window.location.assign(signInUrl('/v1/session/start', { email, returnTo: returnHere() }));
  };
  return (
    <Disclosure summary={signInMessages.ssoTitle}>
      <Form onSubmit={go} actions={<Button type="submit">{signInMessages.ssoContinue}</Button>}>
        <TextField
          label={signInMessages.email}
          help={signInMessages.emailHelp}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
      </Form>
    </Disclosure>
  );
};

/** Signs people in, and then returns them to the page that they requested. */
export const SignInPage = (): ReactElement => {
  const providers = useProviders();
  return (
    <CenteredPage title={signInMessages.title}>
      {!navigator.cookieEnabled && <Banner tone="danger" title={frameMessages.cookiesOff} />}
      <Stack gap={5}>
        <Panel reading={providers} rows={2}>
          {(items) => <SignInLinks providers={items} />}
        </Panel>
        <OrganizationSignIn />
      </Stack>
    </CenteredPage>
  );
};
