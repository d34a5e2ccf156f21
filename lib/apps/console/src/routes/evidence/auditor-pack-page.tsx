import type { BodyOfResponse } from '@scangate/client';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { bytesText, evidenceMessages, packState } from '@scangate/console/messages/organization/evidence.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Hash } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { underWayMs, useRead } from '@scangate/console/session/use-read.ts';
import { LinkList } from './link-list.tsx';
import { packTones } from './auditor-pack-list.tsx';

export type Pack = BodyOfResponse<'get-auditor-pack', 200>;

const Facts = ({ pack }: { pack: Pack }): ReactElement => {
  const { from, to, state, scans, bytes, sha256, requestedAt, expiresAt } = pack;
  return (
    <KeyValue
      items={[
        { label: evidenceMessages.period, value: evidenceMessages.periodText(from, to) },
        {
          label: evidenceMessages.state,
          value: <StatusBadge tone={packTones[state] ?? 'muted'}>{packState(state)}</StatusBadge>,
        },
        ...(scans === undefined ? [] : [{ label: evidenceMessages.scans, value: number(scans) }]),
        ...(bytes === undefined ? [] : [{ label: evidenceMessages.size, value: bytesText(bytes) }]),
        ...(sha256 === undefined ? [] : [{ label: evidenceMessages.digest, value: <Hash value={sha256} /> }]),
        { label: evidenceMessages.requested, value: <Instant at={requestedAt} /> },
        { label: evidenceMessages.expires, value: <Instant at={expiresAt} mode="day" /> },
      ]}
    />
  );
};

/** One auditor pack and the links that lead to it. */
export default function PackPage(): ReactElement {
  const { packId = '' } = useParams({ strict: false }) as { packId?: string };
  const pack = useRead(
    'get-auditor-pack',
    { params: { packId } },
    { everyMs: ({ state }) => state === 'running' && underWayMs },
  );
  return (
    <Page title={pageTitles.auditorPack}>
      <Panel reading={pack} rows={8}>
        {(data) => (
          <Stack gap={6}>
            {data.state === 'failed' && (
              <Banner tone="danger" title={evidenceMessages.failed}>
                {evidenceMessages.failedHelp}
              </Banner>
            )}
            <Facts pack={data} />
            {data.state === 'ready' && <LinkList pack={data} />}
          </Stack>
        )}
      </Panel>
    </Page>
  );
}
