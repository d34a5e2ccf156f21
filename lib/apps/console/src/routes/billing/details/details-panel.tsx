import type { ReactElement } from 'react';
import { detailsMessages } from '@scangate/console/messages/billing/details.ts';
import { countryName, taxIdKindName } from '@scangate/console/messages/billing/places.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { KeyValue, type KeyValueItem } from '@scangate/console/parts/layout/key-value.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import type { DetailsDraft } from './details-draft.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { useBillingDetails } from './use-billing-details.ts';

const parameters = { details: flag() } as const;

/** The lines of an address as an envelope has them. */
const addressLines = ({ line1, line2, postalCode, city, state, country }: DetailsDraft): string[] =>
  [
    line1,
    line2,
    [postalCode, city].filter(Boolean).join(' '),
    state,
    country === '' ? '' : countryName(country),
  ].filter(Boolean);

const factsOf = (details: DetailsDraft): KeyValueItem[] => {
  const lines = addressLines(details);
  const { name, email, taxType, taxId, poNumber } = details;
  return [
    { label: detailsMessages.name, value: <Text value={name} /> },
    { label: detailsMessages.email, value: <Text value={email} /> },
    ...(lines.length === 0
      ? []
      : [
          {
            label: detailsMessages.address,
            value: (
              <Stack gap={1}>
                {lines.map((line, at) => (
                  <Text key={at} value={line} />
                ))}
              </Stack>
            ),
          },
        ]),
    ...(taxId === '' ? [] : [{ label: taxIdKindName(taxType), value: <Text value={taxId} /> }]),
    ...(poNumber === '' ? [] : [{ label: detailsMessages.poNumber, value: <Text value={poNumber} /> }]),
  ];
};

/** Shows the buyer as invoices name it, and opens its change. */
export const DetailsPanel = (): ReactElement => {
  const reading = useBillingDetails();
  const [{ details: isOpen }, set] = useUrlState(parameters);
  const { data } = reading;
  const open = (): void => set({ details: true });
  return (
    <Panel
      title={detailsMessages.title}
      lead={detailsMessages.lead}
      reading={reading}
      rows={4}
      actions={data?.isSet === true && <Button onClick={open}>{detailsMessages.change}</Button>}
      isEmpty={({ isSet }) => !isSet && !isOpen}
      empty={
        <Empty title={detailsMessages.none} action={<Button onClick={open}>{detailsMessages.enter}</Button>}>
          {detailsMessages.noneHelp}
        </Empty>
      }
    >
      {(current) => (
        <>
          {current.isSet && <KeyValue items={factsOf(current.value)} />}
          {isOpen && (
            <DetailsDialog
              current={current}
              refetch={reading.refetch}
              onClose={() => set({ details: false }, { replace: true })}
            />
          )}
        </>
      )}
    </Panel>
  );
};
