import { useState, type ReactElement } from 'react';
import { newScanMessages } from '@scangate/console/messages/gate/scans.ts';
import { verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { Checkbox, RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { choice as oneOf, choices, text } from '@scangate/console/session/url-parameters.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { FileField, type DroppedFile } from './file-field.tsx';
import styles from './new-scan.module.css';
import { knownScan, QuotePanel } from './quote-panel.tsx';
import { BranchField, CommitField, RepositoryField, UnitField } from './repository-fields.tsx';
import { requestOf, scanTypes, type ScanChoice } from './scan-request.ts';
import { useQuote } from './use-quote.ts';

/** The choice stands in the URL, so that a link can begin a scan; the file alone cannot. */
const view = {
  source: oneOf(['branch', 'file'], 'branch'),
  repositoryId: text(),
  branch: text(),
  commitHash: text(),
  projectUnitId: text(),
  types: choices(scanTypes),
};

interface ChoiceProps {
  choice: ScanChoice;
  change: (change: Partial<ScanChoice>) => void;
}

/** Asks what to look for. Nothing checked is the full scope. */
const TypesField = ({ choice, change }: ChoiceProps): ReactElement => {
  const toggle = (type: (typeof scanTypes)[number], isOn: boolean): void =>
    change({ types: scanTypes.filter((each) => (each === type ? isOn : choice.types.includes(each))) });
  return (
    <fieldset>
      <legend className={styles['legend']}>{newScanMessages.types}</legend>
      <p className={styles['note']}>{newScanMessages.typesAll}</p>
      {scanTypes.map((type) => (
        <Checkbox
          key={type}
          label={wordFor(verdictWords.scanTypes, type)}
          checked={choice.types.includes(type)}
          onChange={(isOn) => toggle(type, isOn)}
        />
      ))}
    </fieldset>
  );
};

const SourceFields = ({ choice, change, file, onFile }: ChoiceProps & Parameters<typeof FileField>[0]) => (
  <>
    <RadioGroup
      label={newScanMessages.source}
      value={choice.source}
      onChange={(source) => change({ source })}
      options={[
        { value: 'branch', label: newScanMessages.sources.branch },
        { value: 'file', label: newScanMessages.sources.file },
      ]}
    />
    <RepositoryField choice={choice} change={change} />
    {choice.repositoryId !== '' && <BranchField choice={choice} change={change} />}
    <CommitField choice={choice} change={change} />
    {choice.source === 'file' && (
      <>
        <UnitField choice={choice} change={change} />
        <FileField file={file} onFile={onFile} />
      </>
    )}
  </>
);

/** A new scan: of a branch, or of a file that is dropped here. Its cost is shown first. */
export default function NewScanPage(): ReactElement {
  const [choice, setChoice] = useUrlState(view);
  const [file, setFile] = useState<DroppedFile>();
  const { organizationId } = useSession().organization;
  const { moveTo } = useMove();
  const request = requestOf(choice, file?.artifact);
  const quote = useQuote({ request, fileId: file?.id ?? 0 });
  const open = (scanId: string): void =>
    moveTo(pageHref(organizationId, { to: 'scans/$scanId', params: { scanId } }));
  const act = useApiAction('create-scan', {
    invalidates: ['list-scans', 'get-billing-status'],
    onDone: ({ body }) => open(body.scanId),
  });
  const isQuoted = quote.isCurrent && quote.data?.refusal === null;
  const isKnown = knownScan(quote.data) !== undefined;
  return (
    <Page title={newScanMessages.title}>
      <div className={styles['columns']}>
        <Form
          problem={act.problem}
          onSubmit={() => request && isQuoted && void act.run({ body: request })}
          actions={
            <Button kind="primary" type="submit" busy={act.isBusy} disabled={!request || !isQuoted}>
              {isKnown ? newScanMessages.openKnown : newScanMessages.submit}
            </Button>
          }
        >
          <SourceFields
            choice={choice}
            change={(change) => setChoice(change, { replace: true })}
            file={file}
            onFile={setFile}
          />
          <TypesField choice={choice} change={(change) => setChoice(change, { replace: true })} />
        </Form>
        <Stack gap={4}>
          <QuotePanel reading={quote} isAsked={request !== undefined} />
        </Stack>
      </div>
    </Page>
  );
}
