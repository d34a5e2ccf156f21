import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { effectValue } from '@scangate/console/messages/billing/purchase.ts';
import { packName, rechargeMessages } from '@scangate/console/messages/billing/recharge.ts';
import { number } from '@scangate/console/messages/format.ts';
import { money } from '@scangate/console/messages/money.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useSharedEdit, type SharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';

type Settings = BodyOfResponse<'get-auto-recharge', 200>;
type Prices = BodyOfResponse<'get-prices', 200>;

interface RechargeFormProps {
  pool: 'core' | 'sast';
  current: Version<Settings>;
  refetch: () => unknown;
  prices: Prices | undefined;
}

const shown = (name: keyof Settings, value: Settings[keyof Settings] | undefined): string => {
  if (name === 'pack') return packName(String(value));
  return typeof value === 'number' ? number(value) : effectValue(name, value ?? null);
};

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

type Packs = Prices['packs'];

/** A recharge without a known price cannot be switched on. Switching off needs no price. */
const packError = ({ enabled, pack }: Settings, packs: Packs): string | undefined =>
  enabled && !packs.some((one) => one.pack === pack) ? rechargeMessages.packUnknown : undefined;

const errorsOf = (value: Settings, packs: Packs, problem?: unknown) => ({
  threshold: isWhole(value.threshold, 0, 1_000_000)
    ? errorAt(problem, '/threshold')
    : rechargeMessages.thresholdInvalid,
  pack: packError(value, packs) ?? errorAt(problem, '/pack'),
  monthlyCap: isWhole(value.monthlyCap, 1, 10)
    ? errorAt(problem, '/monthlyCap')
    : rechargeMessages.capInvalid,
});

/** The packs that are sold, and the chosen one even if it is no longer sold or its price is unknown. */
const packOptions = (chosen: Settings['pack'], packs: Packs, currency: string) => [
  ...packs.map(({ pack, amount }) => ({
    value: pack,
    label: rechargeMessages.packOption(packName(pack), money(amount, currency)),
  })),
  ...(packs.some(({ pack }) => pack === chosen)
    ? []
    : [{ value: chosen, label: rechargeMessages.packOption(packName(chosen), undefined) }]),
];

interface FieldsProps {
  edit: SharedEdit<Settings>;
  errors: ReturnType<typeof errorsOf>;
  packs: Packs;
  currency: string;
}

const Fields = ({ edit: { value, change }, errors, packs, currency }: FieldsProps): ReactElement => (
  <>
    <Checkbox
      label={rechargeMessages.enabled}
      checked={value.enabled}
      onChange={(enabled) => change({ enabled })}
    />
    <NumberField
      label={rechargeMessages.threshold}
      help={rechargeMessages.thresholdHelp}
      error={errors.threshold}
      min={0}
      value={Number.isNaN(value.threshold) ? undefined : value.threshold}
      onChange={(threshold) => change({ threshold: threshold ?? Number.NaN })}
    />
    <Select
      label={rechargeMessages.pack}
      value={value.pack}
      onChange={(pack) => change({ pack })}
      error={errors.pack}
      options={packOptions(value.pack, packs, currency)}
    />
    <NumberField
      label={rechargeMessages.cap}
      help={rechargeMessages.capHelp}
      error={errors.monthlyCap}
      min={1}
      max={10}
      value={Number.isNaN(value.monthlyCap) ? undefined : value.monthlyCap}
      onChange={(monthlyCap) => change({ monthlyCap: monthlyCap ?? Number.NaN })}
    />
  </>
);

/** Says what the settings can cost, before they are saved. */
const Costs = ({ value, packs, currency }: { value: Settings; packs: Packs; currency: string }) => {
  const pack = packs.find((one) => one.pack === value.pack);
  if (!value.enabled || !pack || Number.isNaN(value.monthlyCap)) return null;
  return <p>{rechargeMessages.most(value.monthlyCap, packName(pack.pack), money(pack.amount, currency))}</p>;
};

/** The settings of one pool. Somebody else's change meanwhile is shown beside one's own. */
export const RechargeForm = ({ pool, current, refetch, prices }: RechargeFormProps): ReactElement => {
  const act = useApiAction('change-auto-recharge', {
    invalidates: ['get-auto-recharge', 'get-billing-status', 'get-forecast'],
  });
  const edit = useSharedEdit({
    draft: `auto-recharge:${pool}`,
    current,
    refetch,
    act,
    send: ({ value, etag }) => act.run({ query: { pool }, headers: { 'If-Match': etag }, body: value }),
  });
  const packs = prices?.packs.filter((one) => one.pool === pool) ?? [];
  const currency = prices?.currency ?? '';
  const errors = errorsOf(edit.value, packs, act.problem);
  const isValid = Object.values(errorsOf(edit.value, packs)).every((error) => error === undefined);
  return (
    <Form
      problem={edit.conflict.length > 0 ? undefined : act.problem}
      onSubmit={() => edit.isChanged && isValid && void edit.save()}
      actions={
        <>
          <Button type="submit" busy={edit.isBusy} disabled={!edit.isChanged || !isValid}>
            {rechargeMessages.save}
          </Button>
          {edit.isChanged && <Button onClick={edit.discard}>{rechargeMessages.discard}</Button>}
        </>
      }
    >
      <Fields edit={edit} errors={errors} packs={packs} currency={currency} />
      <Costs value={edit.value} packs={packs} currency={currency} />
      <EditConflict
        edit={edit}
        labelOf={(name) => rechargeMessages.fields[name]}
        textOf={(name, version) => shown(name, version[name])}
      />
    </Form>
  );
};
