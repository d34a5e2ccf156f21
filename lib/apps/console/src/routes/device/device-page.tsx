import { useState, type ReactElement } from 'react';
import { tokenDays } from '@scangate/console/messages/organization/token-days.ts';
import { CenteredPage } from '@scangate/console/frame/centered-page.tsx';
import { SignInAgainDialog } from '@scangate/console/frame/sign-in-again-dialog.tsx';
import { deviceMessages, scopeWords } from '@scangate/console/messages/device.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { NumberField, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { Scope } from '@scangate/console/session/session.ts';
import { useApiAction, type ApiAction } from '@scangate/console/session/use-api-action.ts';
import styles from './device-page.module.css';

/** The scopes that are marked at first: those of scans and of looking at results, and of `scangate logout`. */
const usual: readonly Scope[] = [
  'repositories:read',
  'scans:read',
  'scans:write',
  'organization:read',
  'billing:read',
  'tokens:write',
];

interface ScopeChoicesProps {
  /** The scopes of the session: a token has none beyond them. */
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
}

const ScopeChoices = ({ offered, chosen, onChange }: ScopeChoicesProps): ReactElement => (
  <fieldset>
    <legend className={styles['legend']}>{deviceMessages.scopes}</legend>
    {offered.map((scope) => (
      <Checkbox
        key={scope}
        label={scopeWords[scope] ?? scope}
        checked={chosen.includes(scope)}
        onChange={(checked) => onChange(checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
      />
    ))}
  </fieldset>
);

interface DecisionFormProps {
  act: ApiAction<'decide-device-login'>;
}

const DecisionForm = ({ act }: DecisionFormProps): ReactElement => {
  const [code, setCode] = useState('');
  const offered = useSession().scopes;
  const [scopes, setScopes] = useState(() => usual.filter((scope) => offered.includes(scope)));
  const [days, setDays] = useState<number | undefined>(90);
  const userCode = code.trim();
  const isReady = userCode !== '' && scopes.length > 0;
  const approve = (): void =>
    void act.run({ body: { userCode, scopes: [...scopes], expiresInDays: days ?? 0 } });
  const deny = (): void => void act.run({ body: { userCode, deny: true } });
  return (
    <Form
      onSubmit={approve}
      problem={act.problem}
      actions={<DecisionButtons busy={act.isBusy} isReady={isReady} onDeny={deny} />}
    >
      <TextField
        label={deviceMessages.code}
        help={deviceMessages.codeHelp}
        error={errorAt(act.problem, '/userCode')}
        value={code}
        onChange={setCode}
        maxLength={20}
        mono
      />
      <ScopeChoices offered={offered} chosen={scopes} onChange={setScopes} />
      <NumberField
        label={deviceMessages.days}
        error={errorAt(act.problem, '/expiresInDays')}
        min={tokenDays.least}
        max={tokenDays.most}
        value={days}
        onChange={setDays}
      />
    </Form>
  );
};

interface DecisionButtonsProps {
  busy: boolean;
  isReady: boolean;
  onDeny: () => void;
}

const DecisionButtons = ({ busy, isReady, onDeny }: DecisionButtonsProps): ReactElement => (
  <>
    <Button type="submit" kind="primary" busy={busy} disabled={!isReady}>
      {deviceMessages.approve}
    </Button>
    <Button onClick={onDeny} disabled={busy || !isReady}>
      {deviceMessages.deny}
    </Button>
  </>
);

/** Approves or denies a command line by the code that it shows. */
export default function DevicePage(): ReactElement {
  const { person, organization } = useSession();
  const act = useApiAction('decide-device-login');
  const status = act.data?.status;
  return (
    <CenteredPage title={pageTitles.device}>
      <SignInAgainDialog />
      {status === undefined ? (
        <>
          <p>{deviceMessages.lead(markedText(person.email), markedText(organization.name))}</p>
          <Banner tone="warning" title={deviceMessages.warning}>
            {deviceMessages.warningText}
          </Banner>
          <DecisionForm act={act} />
        </>
      ) : (
        <Banner title={status === 'approved' ? deviceMessages.approved : deviceMessages.denied} />
      )}
    </CenteredPage>
  );
}
