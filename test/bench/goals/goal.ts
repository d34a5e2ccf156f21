import type { Figure } from '../figures.ts';

/** A figure that the service is held to. */
export interface Goal {
  /** The subject under which the final table lists it. */
  subject: string;
  goal: string;
  /** The unit of its figure and its limit, for the tables. */
  unit: string;
  /** The figures that belong to it: all that match. */
  where: { what: RegExp; unit: RegExp; section?: RegExp };
  /** The goal is judged by this on a machine that has no figure of the first kind. */
  instead?: Omit<Goal, 'subject' | 'instead'>;
  /** An upper limit, which is the goal and not what was once measured. A figure without one is shown beside a goal. */
  limit?: number;
}

/** Whether a figure belongs to a goal. */
export const tells = ({ where }: Goal, { section, what, unit }: Figure): boolean =>
  where.what.test(what) && where.unit.test(unit) && (where.section?.test(section) ?? true);
