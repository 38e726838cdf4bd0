import { defaultSkin } from '../../contract/settings/index.ts';
import { getBytes } from '../api/request.ts';
import { useRequest } from '../api/use-request.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';

/** A stored skin by its name, or a file on this device. */
export type SelectedSkin = string | File;

/** Loads the .osk of a skin; null for the built-in one. */
export function loadSkin(skin: SelectedSkin): Promise<Uint8Array | null> {
  if (skin === defaultSkin) return Promise.resolve(null);
  if (typeof skin === 'string') return getBytes(linkTo(`/v1/skins/${encodeURIComponent(skin)}/file`));
  return skin.arrayBuffer().then((buffer) => new Uint8Array(buffer));
}

/** Changes the skin during playback. */
export function SkinMenu({ skin, onChange }: { skin: SelectedSkin; onChange: (skin: SelectedSkin) => void }) {
  const { player, options } = words;
  const request = useRequest<{ skins: string[] }>(linkTo('/v1/skins'));
  const stored = request.state === 'loaded' ? request.value.skins : [defaultSkin];
  const name = typeof skin === 'string' ? skin : skin.name;
  const names = stored.includes(name) ? stored : [name, ...stored];
  return (
    <div class="row skin-menu">
      <label class="row">
        {options.skin}
        <select value={name} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {names.map((option) => (
            <option key={option} value={option}>
              {option}
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
            // Without this, choosing the same file again fires no change event.
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
