import { area, stack } from 'd3-shape';
import { placeLabels } from './line-labels.ts';
import { plotFrame, type PlotFrame, type PlotSize } from './plot-frame.ts';

/** The numbers of one day by layer. */
export interface StackedDay {
  day: string;
  counts: Readonly<Record<string, number>>;
}

export interface StackedArea {
  id: string;
  path: string;
  /** Says where the name of the layer stands; undefined for a layer that is empty at the end. */
  labelY: number | undefined;
}

export interface StackPlot {
  frame: PlotFrame;
  areas: readonly StackedArea[];
}

const labelDistance = 15;

const total = (counts: StackedDay['counts'], ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (counts[id] ?? 0), 0);

/** Returns the geometry of layers on each other, the first one at the bottom. The vertical axis begins at 0. */
export const stackAreas = (
  days: readonly StackedDay[],
  ids: readonly string[],
  size: PlotSize,
): StackPlot => {
  const largest = Math.max(0, ...days.map(({ counts }) => total(counts, ids)));
  const frame = plotFrame(size, { days: days.map(({ day }) => day), largest, isNamed: true });
  const draw = area<{ day: string; low: number; high: number }>()
    .x(({ day }) => frame.x(day))
    .y0(({ low }) => frame.y(low))
    .y1(({ high }) => frame.y(high))
    .digits(1);
  const layers = stack<StackedDay>()
    .keys(ids)
    .value(({ counts }, id) => counts[id] ?? 0)([...days]);
  const drawn = layers.map((layer) => {
    const points = layer.map(([low, high], index) => ({ day: days[index]?.day ?? '', low, high }));
    const last = points.at(-1);
    const isEmpty = !last || last.high === last.low;
    return { id: layer.key, points, labelAt: isEmpty ? undefined : frame.y((last.low + last.high) / 2) };
  });
  const requested = drawn.flatMap(({ id, labelAt }) => (labelAt === undefined ? [] : [{ id, y: labelAt }]));
  const labels = placeLabels(requested, { top: frame.top, bottom: frame.bottom, distance: labelDistance });
  const areas = drawn.map(({ id, points }) => ({ id, path: draw(points) ?? '', labelY: labels.get(id) }));
  return { frame, areas };
};
