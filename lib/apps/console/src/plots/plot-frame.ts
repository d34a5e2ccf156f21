import { scaleLinear, scaleUtc } from 'd3-scale';

/** The box of a plot in its own units; the SVG scales it to the width that there is. */
export interface PlotSize {
  width: number;
  height: number;
}

export interface Tick {
  /** The position along the axis. */
  at: number;
  value: number;
}

export interface DayTick {
  at: number;
  day: string;
}

export interface PlotFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (day: string) => number;
  y: (value: number) => number;
  yTicks: readonly Tick[];
  xTicks: readonly DayTick[];
}

/** The right margin holds the names at the ends of the lines. */
const margins = { top: 12, right: 132, bottom: 24, left: 44 };
const unnamedRight = 16;
const narrowRight = 76;
/** Below this width names and ticks make room for the plot. */
const narrowWidth = 480;
const wantedTicks = 4;
/** The room that a day below the axis takes with the space around it. */
const dayWidth = 64;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Leaves out the days that would stand on the one before: a scale takes the wanted number of ticks as a hint. */
const apart = (ticks: readonly DayTick[]): DayTick[] => {
  const kept: DayTick[] = [];
  for (const tick of ticks) if (tick.at - (kept.at(-1)?.at ?? -dayWidth) >= dayWidth) kept.push(tick);
  return kept;
};

interface FrameContent {
  days: readonly string[];
  largest: number;
  /** Whether names stand at the ends of lines. */
  isNamed: boolean;
}

/** Returns the scales of a plot. The vertical axis begins at 0 and ends at a round number of whole things. */
export const plotFrame = ({ width, height }: PlotSize, content: FrameContent): PlotFrame => {
  const { days, largest, isNamed } = content;
  const left = margins.left;
  const namedRight = width < narrowWidth ? narrowRight : margins.right;
  const right = Math.max(left + 1, width - (isNamed ? namedRight : unnamedRight));
  const bottom = height - margins.bottom;
  const y = scaleLinear()
    .domain([0, Math.max(1, largest)])
    .nice(wantedTicks)
    .range([bottom, margins.top]);
  const first = timeOf(days[0] ?? '1970-01-01');
  const last = timeOf(days.at(-1) ?? '1970-01-01');
  const x = scaleUtc()
    .domain([first, Math.max(last, first + 1)])
    .range([left, right]);
  const known = new Set(days);
  const mostDays = Math.max(1, Math.min(wantedTicks, Math.floor((right - left) / dayWidth)));
  const midnights = x.ticks(mostDays).filter((time) => timeOf(dayOf(time)) === time.getTime());
  const xTicks = apart(midnights.map((time) => ({ at: x(time), day: dayOf(time) })));
  return {
    left,
    right,
    top: margins.top,
    bottom,
    x: (day) => x(timeOf(day)),
    y: (value) => y(value),
    // A number of findings or credits is whole, so ticks between would only repeat a label.
    yTicks: y
      .ticks(wantedTicks)
      .filter((value) => Number.isInteger(value))
      .map((value) => ({ at: y(value), value })),
    xTicks: days.length > 1 ? xTicks : [...known].map((day) => ({ at: x(timeOf(day)), day })),
  };
};
