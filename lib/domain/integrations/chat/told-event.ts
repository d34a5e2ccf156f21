/** What people are told of an event. Its texts may be foreign. */
export interface ToldEvent {
  title: string;
  lines: readonly string[];
}
