import type { VerdictPayload } from '@scangate/client';
import type { ReactElement } from 'react';
import { evidenceMessages } from '@scangate/console/messages/gate/evidence.ts';
import { KeyValue, type KeyValueItem } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Locked } from '@scangate/console/parts/status/locked.tsx';
import { Hash } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { isPermitted } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { documentLinks, reportLinks, type Download } from './downloads.ts';
import styles from './evidence-tab.module.css';

const Downloads = ({ items }: { items: readonly Download[] }): ReactElement => (
  <ul className={styles['downloads']}>
    {items.map(({ href, label, note }) => (
      <li key={href}>
        <a href={href} download>
          {label}
        </a>{' '}
        <span className={styles['note']}>{note}</span>
      </li>
    ))}
  </ul>
);

const digest = (label: string, value: string | undefined): KeyValueItem[] =>
  value === undefined ? [] : [{ label, value: <Hash value={value.replace('sha256:', '')} /> }];

const inputsOf = (payload: VerdictPayload): KeyValueItem[] => [
  ...digest(evidenceMessages.inventory, payload.inventoryDigest),
  ...digest(evidenceMessages.advisories, payload.advisorySnapshot?.id),
  ...(payload.advisorySnapshot?.builtAt === undefined
    ? []
    : [
        {
          label: evidenceMessages.advisoriesBuilt,
          value: <Instant at={payload.advisorySnapshot.builtAt} mode="absolute" />,
        },
      ]),
  ...digest(evidenceMessages.licenses, payload.licenseSnapshot?.id),
  ...digest(evidenceMessages.policy, payload.policyDigest),
  ...digest(evidenceMessages.waivers, payload.waiversDigest),
  ...digest(evidenceMessages.suppressions, payload.suppressionsDigest),
];

/** Shows what a verdict follows from, and its documents: SBOM, reports, signature and proof. */
export const EvidenceTab = ({
  scanId,
  payload,
}: {
  scanId: string;
  payload: VerdictPayload;
}): ReactElement => {
  const session = useSession();
  const hasProof = isPermitted({ capability: 'proof_export' }, session);
  return (
    <Stack gap={5}>
      <Panel title={evidenceMessages.inputs} lead={evidenceMessages.inputsLead}>
        <KeyValue items={inputsOf(payload)} />
      </Panel>
      <Panel title={evidenceMessages.reports}>
        <Downloads items={reportLinks(scanId)} />
      </Panel>
      <Panel title={evidenceMessages.proof} lead={evidenceMessages.proofLead}>
        {hasProof ? <Downloads items={documentLinks(scanId)} /> : <Locked capability="proof_export" isPart />}
      </Panel>
    </Stack>
  );
};
