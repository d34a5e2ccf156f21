import { useLocation } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import type { SearchValues } from '@scangate/console/parts/actions/page-href.ts';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { readSaved, savedSearch, withSaved, writeSaved, type SavedFilter } from './saved-filters.ts';

const valuesOf = (search: string): SearchValues => {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
};

const SaveDialog = ({
  onSave,
  onClose,
}: {
  onSave: (name: string) => void;
  onClose: () => void;
}): ReactElement => {
  const [name, setName] = useState('');
  return (
    <Dialog open onClose={onClose} title={trackedMessages.saveTitle}>
      <Form
        onSubmit={() => name.trim() !== '' && onSave(name)}
        actions={
          <>
            <Button kind="primary" type="submit" disabled={name.trim() === ''}>
              {trackedMessages.save}
            </Button>
            <Button onClick={onClose}>{partMessages.cancel}</Button>
          </>
        }
      >
        <TextField
          label={trackedMessages.saveName}
          help={trackedMessages.saveHelp}
          value={name}
          onChange={setName}
          maxLength={60}
          required
        />
      </Form>
    </Dialog>
  );
};

/** The filters that somebody saved in this browser, and a way to save the present one. */
export const SavedFilterBar = ({ isFiltered }: { isFiltered: boolean }): ReactElement | null => {
  const { person, organization } = useSession();
  const owner = { personId: person.personId, organizationId: organization.organizationId };
  const [saved, setSaved] = useState(() => readSaved(owner));
  const [isOpen, setOpen] = useState(false);
  const search = useLocation({ select: (location) => location.searchStr });
  const keep = (all: SavedFilter[]): void => {
    writeSaved(owner, all);
    setSaved(all);
  };
  if (saved.length === 0 && !isFiltered) return null;
  return (
    <div role="group" aria-label={trackedMessages.saved}>
      <Row gap={3}>
        {saved.length > 0 && <span>{trackedMessages.savedHere}</span>}
        {saved.map((filter) => (
          <Row key={filter.name} gap={1}>
            <Link to="findings" search={valuesOf(filter.search)}>
              <Text value={filter.name} />
            </Link>
            <Button
              kind="quiet"
              icon="close"
              label={trackedMessages.removeSaved(markedText(filter.name))}
              onClick={() => keep(saved.filter((one) => one !== filter))}
            />
          </Row>
        ))}
        {isFiltered && (
          <Button kind="quiet" onClick={() => setOpen(true)}>
            {trackedMessages.saveFilter}
          </Button>
        )}
      </Row>
      {isOpen && (
        <SaveDialog
          onClose={() => setOpen(false)}
          onSave={(name) => {
            keep(withSaved(saved, { name, search: savedSearch(search) }));
            setOpen(false);
          }}
        />
      )}
    </div>
  );
};
