import type { ReactElement, ReactNode } from 'react';
import { tabMessages } from '@scangate/console/messages/gate/scan.ts';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { TabPanel, Tabs } from '@scangate/console/parts/layout/tabs.tsx';
import { ChangesTab } from './changes/changes-tab.tsx';
import { EvidenceTab } from './evidence/evidence-tab.tsx';
import { scanTabs } from './scan-view.ts';
import { FindingsTab } from './findings/findings-tab.tsx';
import type { JudgedScanProps } from './judged-scan.tsx';
import { UnitsTable } from './units-table.tsx';
import { UpgradesTab } from './findings/upgrades-tab.tsx';

const contentOf = ({ scan, payload, place, view, onView }: JudgedScanProps): ReactNode => {
  const { scanId, repositoryId } = scan;
  switch (view.tab) {
    case 'changes':
      return <ChangesTab {...{ scanId, repositoryId, payload, place, view, onView }} />;
    case 'upgrades':
      return <UpgradesTab scanId={scanId} />;
    case 'units':
      return <UnitsTable units={payload.projectUnits} />;
    case 'evidence':
      return <EvidenceTab scanId={scanId} payload={payload} />;
    default:
      return <FindingsTab {...{ scanId, repositoryId, place, view, onView }} />;
  }
};

/** Everything of a judged scan in tabs; the open one is part of the URL. */
export const ScanTabs = (props: JudgedScanProps): ReactElement => (
  <Stack gap={4}>
    <Tabs
      label={tabMessages.label}
      items={scanTabs.map((value) => ({ value, label: tabMessages[value] }))}
      value={props.view.tab}
      onChange={(tab) => props.onView({ tab, finding: '' })}
    />
    <TabPanel value={props.view.tab}>{contentOf(props)}</TabPanel>
  </Stack>
);
