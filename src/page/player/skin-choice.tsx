import { defaultSkin } from '../../contract/plain/index.ts';
import { getBytes } from '../service/call.ts';
import { useAnswer } from '../service/use-answer.ts';
import { words } from '../words/index.ts';

/** A skin of the service by its name, or a file from this device. */
export type ChosenSkin = string | File;

export function skinBytes(skin: ChosenSkin): Promise<Uint8Array | null> {
  if (skin === defaultSkin) return Promise.resolve(null);
  if (typeof skin === 'string') return getBytes(`/v1/skins/${encodeURIComponent(skin)}/file`);
  return skin.arrayBuffer().then((buffer) => new Uint8Array(buffer));
}

/** Another skin for the play, without losing the place. */
export function SkinChoice({ skin, onChange }: { skin: ChosenSkin; onChange: (skin: ChosenSkin) => void }) {
  const { player, choices } = words;
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  const known = answer.state === 'there' ? answer.value.skins : [defaultSkin];
  const name = typeof skin === 'string' ? skin : skin.name;
  const names = known.includes(name) ? known : [name, ...known];
  return (
    <div class="row skin-choice">
      <label class="row">
        {choices.skin}
        <select value={name} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {names.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label class="button">
        {player.ownSkin}
        <input
          type="file"
          accept=".osk"
          class="hidden-input"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) onChange(file);
            // The same file chosen again is a change as well.
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
