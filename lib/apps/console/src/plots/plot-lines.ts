import { line } from 'd3-shape';
import { placeLabels } from './line-labels.ts';
import { plotFrame, type PlotFrame, type PlotSize } from './plot-frame.ts';

/** A line of a plot. A day without a value leaves a gap; a forecast is drawn dashed. */
export interface PlotSeries {
  id: string;
  values: readonly { day: string; value: number | undefined }[];
  isForecast?: boolean;
}

export interface PlottedLine {
  id: string;
  path: string;
  isForecast: boolean;
  /** Says where the line ends, and where its name stands. */
  end: { x: number; y: number; labelY: number } | undefined;
  /** A value alone between gaps has no line, so it is a dot. */
  dots: readonly { x: number; y: number }[];
}

export interface LinePlot {
  frame: PlotFrame;
  lines: readonly PlottedLine[];
}

interface Point {
  x: number;
  y: number | undefined;
}

const labelDistance = 15;

const alone = (points: readonly Point[]): { x: number; y: number }[] =>
  points.flatMap(({ x, y }, index) =>
    y !== undefined && points[index - 1]?.y === undefined && points[index + 1]?.y === undefined
      ? [{ x, y }]
      : [],
  );

const isFinite = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value);

/** Returns the days of all series in order, each once. */
export const daysOf = (series: readonly PlotSeries[]): string[] =>
  [...new Set(series.flatMap(({ values }) => values.map(({ day }) => day)))].toSorted();

/** Returns the geometry of lines over days. The vertical axis begins at 0. */
export const plotLines = (series: readonly PlotSeries[], size: PlotSize): LinePlot => {
  const all = series.flatMap(({ values }) => values.map(({ value }) => value)).filter(isFinite);
  const frame = plotFrame(size, { days: daysOf(series), largest: Math.max(0, ...all), isNamed: true });
  const draw = line<Point>()
    .defined(({ y }) => y !== undefined)
    .x(({ x }) => x)
    .y(({ y }) => y ?? 0)
    .digits(1);
  const drawn = series.map(({ id, values, isForecast = false }) => {
    const points = values.map(({ day, value }) => ({
      x: frame.x(day),
      y: isFinite(value) ? frame.y(value) : undefined,
    }));
    return { id, isForecast, points, last: points.findLast(({ y }) => y !== undefined) };
  });
  const requested = drawn.flatMap(({ id, last }) => (last?.y === undefined ? [] : [{ id, y: last.y }]));
  const labels = placeLabels(requested, { top: frame.top, bottom: frame.bottom, distance: labelDistance });
  const lines = drawn.map(({ id, isForecast, points, last }) => ({
    id,
    isForecast,
    path: draw(points) ?? '',
    dots: alone(points),
    end: last?.y === undefined ? undefined : { x: last.x, y: last.y, labelY: labels.get(id) ?? last.y },
  }));
  return { frame, lines };
};
