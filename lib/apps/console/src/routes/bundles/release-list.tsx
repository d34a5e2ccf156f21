import type { ItemOf } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { flag, text } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import type { Bundle } from './bundle-request.ts';
import { ReleaseDetails } from './release-details.tsx';
import { ReleaseDialog } from './release-dialog.tsx';

export type Release = ItemOf<'list-releases'>;

const parameters = { release: flag(), version: text() } as const;

const columnsFor = (open: (version: string) => void): readonly Column<Release>[] => [
  {
    key: 'version',
    title: bundleMessages.version,
    cell: ({ releaseVersion }) => <Text value={releaseVersion} cut="middle" />,
  },
  {
    key: 'verdict',
    title: bundleMessages.verdict,
    width: '6rem',
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
  },
  {
    key: 'advisories',
    title: bundleMessages.advisories,
    width: '7rem',
    align: 'end',
    cell: ({ advisories }) => number(advisories.count),
  },
  {
    key: 'released',
    title: bundleMessages.released,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ releasedAt }) => <Instant at={releasedAt} />,
  },
  {
    key: 'support',
    title: bundleMessages.support,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ supportUntil }) => <Instant at={supportUntil} mode="day" />,
  },
  {
    key: 'details',
    title: bundleMessages.details,
    width: '6rem',
    cell: ({ releaseVersion }) => (
      <Button kind="quiet" onClick={() => open(releaseVersion)}>
        {bundleMessages.show}
      </Button>
    ),
  },
];

/** The releases of a bundle, and the next one. */
export const ReleaseList = ({ bundle }: { bundle: Bundle }): ReactElement => {
  const { bundleId } = bundle;
  const { role } = useSession();
  const [{ release, version }, set] = useUrlState(parameters);
  const releases = useRead('list-releases', { params: { bundleId } });
  const columns = useMemo(() => columnsFor((opened) => set({ version: opened })), [set]);
  const opened = releases.data?.items.find(({ releaseVersion }) => releaseVersion === version);
  const canRelease = scanners.includes(role);
  return (
    <Panel
      title={bundleMessages.releases}
      actions={
        canRelease && (
          <Button kind="primary" onClick={() => set({ release: true })}>
            {bundleMessages.release}
          </Button>
        )
      }
    >
      <Panel
        reading={releases}
        rows={3}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={bundleMessages.noReleases}>{bundleMessages.noReleasesHelp}</Empty>}
      >
        {({ items }) => (
          <Table
            label={bundleMessages.releases}
            columns={columns}
            rows={items}
            rowKey={({ releaseVersion }) => releaseVersion}
          />
        )}
      </Panel>
      {release && canRelease && (
        <ReleaseDialog bundle={bundle} onClose={() => set({ release: false }, { replace: true })} />
      )}
      {opened && <ReleaseDetails release={opened} onClose={() => set({ version: '' }, { replace: true })} />}
    </Panel>
  );
};
