/** An event as people are told of it. Its texts may be foreign. */
export interface ToldEvent {
  title: string;
  lines: readonly string[];
}
