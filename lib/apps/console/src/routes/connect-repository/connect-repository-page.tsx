import { useState, type ReactElement } from 'react';
import { connectMessages, repositoriesMessages } from '@scangate/console/messages/gate/repositories.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { CredentialFields, credentialOf, noCredential } from './credential-fields.tsx';

interface Address {
  url: string;
  isPrivate: boolean;
}

interface Tested {
  provider: string;
  defaultBranch: string;
}

/** A URL with a name or a password before its host. */
const hasCredential = (url: string): boolean => /^\s*[a-z]+:\/\/[^/]*@/i.test(url);

/** The beginning of a URL could be that of a password: only what is surely an address is kept in the browser. */
const addressToKeep = (url: string): string =>
  /^\s*(?:https?:\/\/[A-Za-z0-9.-]+(?::\d+)?\/[^@]*|\/[^@]*)$/.test(url) ? url : '';

/** The address and its credential, and whether the service reaches the repository with them. */
const useConnection = () => {
  const draft = useDraft<Address>('connect repository', { url: '', isPrivate: false });
  const [address, setAddress] = useState(draft.value);
  const [credential, setCredential] = useState(noCredential);
  const [tested, setTested] = useState<Tested>();
  const check = useApiAction('check-repository', { onDone: ({ body }) => setTested(body) });
  const { url, isPrivate } = address;
  const change = (changes: Partial<Address>): void => {
    const next = { ...address, ...changes };
    setAddress(next);
    draft.set({ ...next, url: addressToKeep(next.url) });
  };
  const typed = isPrivate ? credentialOf(credential) : undefined;
  const body = { url: url.trim(), ...(typed && { credential: typed }) };
  const isComplete = body.url !== '' && !hasCredential(url) && (!isPrivate || typed !== undefined);
  const forget = draft.clear;
  return { address, change, forget, credential, setCredential, tested, setTested, check, body, isComplete };
};

type Connection = ReturnType<typeof useConnection>;

/** The first step: the address, and a test that nothing follows from. */
const AddressStep = ({ connection }: { connection: Connection }): ReactElement => {
  const { address, change, credential, setCredential, check, body, isComplete } = connection;
  const { url, isPrivate } = address;
  return (
    <Form
      problem={check.problem}
      onSubmit={() => isComplete && void check.run({ body })}
      actions={
        <Button kind="primary" type="submit" busy={check.isBusy} disabled={!isComplete}>
          {connectMessages.test}
        </Button>
      }
    >
      <TextField
        label={connectMessages.url}
        help={connectMessages.urlHelp}
        error={hasCredential(url) ? connectMessages.urlWithCredential : errorAt(check.problem, '/url')}
        mono
        value={url}
        onChange={(text) => change({ url: text })}
        required
      />
      <Checkbox
        label={connectMessages.isPrivate}
        checked={isPrivate}
        onChange={(isOn) => change({ isPrivate: isOn })}
      />
      {isPrivate && <CredentialFields value={credential} onChange={setCredential} problem={check.problem} />}
    </Form>
  );
};

interface Names {
  defaultBranch: string;
  fullName: string;
}

interface NameFieldsProps {
  names: Names;
  onChange: (names: Names) => void;
  problem: unknown;
}

const NameFields = ({ names, onChange, problem }: NameFieldsProps): ReactElement => (
  <>
    <TextField
      label={connectMessages.defaultBranch}
      help={connectMessages.defaultBranchHelp}
      error={errorAt(problem, '/defaultBranch')}
      mono
      value={names.defaultBranch}
      onChange={(defaultBranch) => onChange({ ...names, defaultBranch })}
      required
    />
    <TextField
      label={connectMessages.fullName}
      help={connectMessages.fullNameHelp}
      error={errorAt(problem, '/fullName')}
      mono
      value={names.fullName}
      onChange={(fullName) => onChange({ ...names, fullName })}
    />
  </>
);

/** The second step: the branch to follow. The first scan comes after it. */
const ConnectStep = ({ connection, tested }: { connection: Connection; tested: Tested }): ReactElement => {
  const { forget, setTested, body } = connection;
  const [names, setNames] = useState<Names>({ defaultBranch: tested.defaultBranch, fullName: '' });
  const { organizationId } = useSession().organization;
  const { moveTo } = useMove();
  const connect = useApiAction('connect-repository', {
    invalidates: ['list-repositories'],
    onDone: ({ body: { repositoryId, defaultBranch: branch } }) => {
      forget();
      moveTo(pageHref(organizationId, { to: 'new-scan', search: { repositoryId, branch } }));
    },
  });
  const defaultBranch = names.defaultBranch.trim();
  const fullName = names.fullName.trim();
  const named = { defaultBranch, ...(fullName !== '' && { fullName }) };
  return (
    <>
      <Banner title={connectMessages.tested}>
        {connectMessages.testedAs(wordFor(repositoriesMessages.hosts, tested.provider))}
      </Banner>
      <Form
        problem={connect.problem}
        onSubmit={() => void connect.run({ body: { ...body, ...named } })}
        actions={
          <>
            <Button kind="primary" type="submit" busy={connect.isBusy} disabled={defaultBranch === ''}>
              {connectMessages.connect}
            </Button>
            <Button onClick={() => setTested(undefined)}>{connectMessages.change}</Button>
          </>
        }
      >
        <NameFields names={names} onChange={setNames} problem={connect.problem} />
      </Form>
    </>
  );
};

/** Connects a repository: address, tested access, branch; then its first scan. */
export default function ConnectRepositoryPage(): ReactElement {
  const connection = useConnection();
  const { tested } = connection;
  return (
    <Page title={connectMessages.title} lead={connectMessages.lead}>
      {tested ? (
        <ConnectStep connection={connection} tested={tested} />
      ) : (
        <AddressStep connection={connection} />
      )}
    </Page>
  );
}
