export interface RequestedLabel {
  id: string;
  /** Says where the line ends. */
  y: number;
}

interface LabelBounds {
  top: number;
  bottom: number;
  /** The least distance between two labels. */
  distance: number;
}

/** Returns where the name of each line stands: at its end, and apart from the other names. */
export const placeLabels = (
  requested: readonly RequestedLabel[],
  { top, bottom, distance }: LabelBounds,
): ReadonlyMap<string, number> => {
  const order = requested.toSorted((a, b) => a.y - b.y || Number(a.id > b.id) - Number(a.id < b.id));
  const places: number[] = [];
  for (const { y } of order) places.push(Math.max(y, (places.at(-1) ?? top - distance) + distance));
  let limit = bottom;
  for (let index = places.length - 1; index >= 0; index--) {
    places[index] = Math.min(places[index] ?? limit, limit);
    limit = (places[index] ?? limit) - distance;
  }
  return new Map(order.map(({ id }, index) => [id, places[index] ?? top]));
};
