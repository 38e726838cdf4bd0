/** What a skin looks like; its place is there before the picture is. */
export function SkinPreview({ name }: { name: string }) {
  return (
    <img
      class="skin-preview"
      src={`/v1/skins/${encodeURIComponent(name)}/preview`}
      alt=""
      loading="lazy"
      decoding="async"
      width={960}
      height={540}
    />
  );
}
