import type { ShapeTable } from './shape-table.ts';

export const eventShapes: ShapeTable = {
  EventType: ['list-events 200 items [] type', 'A type of event.'],
  EventPatterns: ['create-webhook body events'],
  EventFilter: ['create-webhook body filter', 'Limits the events to some; without it all are sent.'],
  Webhook: ['get-webhook 200', 'A webhook without its secret.'],
  CreatedWebhook: ['create-webhook 201', 'A webhook with its secret, which is shown this once.'],
  Disabled: ['create-webhook 201 disabled', 'Since when and why nothing is delivered.'],
  DisabledCause: ['create-webhook 201 disabled cause', 'Why nothing is delivered.'],
  Attempts: ['list-webhook-deliveries 200 items [] attempts', 'The attempts, oldest first.'],
  Integration: ['get-integration 200', 'A connection to a chat or an issue tracker, without its credential.'],
  MessageRule: [
    'create-integration body #0 settings rules []',
    'Which events are messages, and where they arrive.',
  ],
  EventId: ['event scan.completed id', 'The id of the event, stable over attempts and replays.'],
  EventRepository: ['event scan.completed data repository', 'The repository of the event.'],
  EventPullRequest: ['event scan.completed data pullRequest', 'The pull request of the scan.'],
  EventScanTypes: ['event scan.completed data scanTypes', 'The scan types of the scan.'],
  EventCounts: ['event scan.completed data counts', 'What was found, counted.'],
  EventFindings: [
    'event finding.introduced data',
    'Findings that appeared or went away on a default branch.',
  ],
  EventFinding: ['event finding.introduced data findings []', 'One of the findings of an event.'],
  EventWaiver: ['event waiver.approved data', 'A waiver that changed.'],
  EventWaiverMatch: ['event waiver.requested data match', 'What the waiver covers.'],
  EventWaiverScope: ['event waiver.requested data scope', 'Where the waiver counts.'],
};
