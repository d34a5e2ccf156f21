import type { Waiver, WaiverSlot } from '@scangate/domain/records';
import { isInFilter, waiverView, type WaiverFilter } from '@scangate/domain/waivers/waiver-view';
import { liveWaivers } from '@scangate/domain/waivers/waiver-slots';
import type { Page, Store } from '#ports/store.ts';
import { loadSlots } from './waiver-store.ts';

type WaiverReader = Pick<Store<'waiver' | 'waiverSlot'>, 'list'>;
type WaiverViews = Page<ReturnType<typeof waiverView>>;

interface ListedWaivers {
  organizationId: string;
  filter?: WaiverFilter | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Lists a page of waivers that hold a slot. The cursor is the last slot. */
const listLive = (
  slots: readonly WaiverSlot[],
  { filter, limit, cursor = '-1' }: ListedWaivers & { filter: WaiverFilter },
  now: string,
): WaiverViews => {
  const found = liveWaivers(slots, now)
    .filter((slot) => slot.slot > Number(cursor))
    .filter((slot) => isInFilter(slot.waiver, { filter, slot, now }));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((slot) => waiverView(slot.waiver, slot, now)),
    ...(last && found.length > limit && { cursor: String(last.slot) }),
  };
};

/**
 * Lists a page of all waivers, newest first. A page may have fewer items than its limit even if another page
 * follows.
 */
const listHistory = async (
  store: WaiverReader,
  {
    slots,
    page: { organizationId, filter, limit, cursor },
  }: { slots: readonly WaiverSlot[]; page: ListedWaivers },
  now: string,
): Promise<WaiverViews> => {
  const bySlot = new Map(slots.map((slot) => [slot.waiverId, slot]));
  const page = await store.list(
    'waivers',
    { organizationId },
    { limit, ...(cursor !== undefined && { cursor }) },
  );
  const isListed = (waiver: Waiver): boolean =>
    filter === undefined || isInFilter(waiver, { filter, slot: bySlot.get(waiver.waiverId), now });
  return {
    items: page.items.filter(isListed).map((waiver) => waiverView(waiver, bySlot.get(waiver.waiverId), now)),
    ...(page.cursor !== undefined && { cursor: page.cursor }),
  };
};

/** Lists a page of the waivers of an organization: all with their history, or one group of them. */
export const listWaivers = async (
  store: WaiverReader,
  page: ListedWaivers,
  now: Date,
): Promise<WaiverViews> => {
  const at = now.toISOString();
  const slots = await loadSlots(store, page.organizationId);
  const { filter } = page;
  if (filter === undefined || filter === 'expired') return listHistory(store, { slots, page }, at);
  return listLive(slots, { ...page, filter }, at);
};
