import { useState, type ReactElement } from 'react';
import { galleryMessages } from '@scangate/console/messages/gallery.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox, RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { Combobox } from '@scangate/console/parts/forms/combobox.tsx';
import { FileDrop } from '@scangate/console/parts/forms/file-drop.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField, TextArea, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import styles from './gallery.module.css';
import { hostileTexts } from './samples.ts';

const options = (['critical', 'high', 'medium'] as const).map((value) => ({
  value,
  label: galleryMessages.options[value],
}));

const branches = ['main', 'fixed', ...hostileTexts].map((value) => ({ value, label: value }));

const Texts = (): ReactElement => {
  const [text, setText] = useState('');
  const [days, setDays] = useState<number | undefined>(90);
  const words = { label: galleryMessages.label, help: galleryMessages.help };
  return (
    <div className={styles['columns']}>
      <TextField {...words} value={text} onChange={setText} required />
      <TextField {...words} value={text} onChange={setText} error={galleryMessages.error} />
      <TextField {...words} value={galleryMessages.url} onChange={setText} mono disabled />
      <NumberField label={galleryMessages.days} value={days} onChange={setDays} min={1} max={366} />
      <TextArea label={galleryMessages.note} value={text} onChange={setText} />
      <FileDrop
        label={galleryMessages.drop}
        help={galleryMessages.dropHelp}
        error={galleryMessages.error}
        onFile={() => undefined}
      />
    </div>
  );
};

export const FormSection = (): ReactElement => {
  const [value, setValue] = useState<(typeof options)[number]['value']>('critical');
  const [isOn, setOn] = useState(true);
  const [branch, setBranch] = useState('main');
  return (
    <Panel title={galleryMessages.forms}>
      <Form onSubmit={() => undefined} actions={<Button type="submit">{galleryMessages.save}</Button>}>
        <Texts />
        <div className={styles['columns']}>
          <Select label={galleryMessages.choice} value={value} onChange={setValue} options={options} />
          <Combobox label={galleryMessages.branch} value={branch} onChange={setBranch} options={branches} />
          <RadioGroup label={galleryMessages.choice} value={value} onChange={setValue} options={options} />
          <Checkbox
            label={galleryMessages.agree}
            help={galleryMessages.agreeHelp}
            checked={isOn}
            onChange={setOn}
          />
        </div>
      </Form>
    </Panel>
  );
};
