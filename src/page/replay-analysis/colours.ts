import { useEffect, useState } from 'preact/hooks';

/** A custom property of the style sheet, such as `--good`, or any other colour, as CSS writes it. */
export function cssColour(colour: string): string {
  return colour.startsWith('--') ? `var(${colour})` : colour;
}

/** The current value of a colour, because a canvas cannot use custom properties, nor colours that depend on the theme. */
export function colourOf(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = cssColour(colour);
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A number that changes whenever the page switches between dark and light. */
export function useColours(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const onChange = () => setCount((previous) => previous + 1);
    const device = matchMedia('(prefers-color-scheme: dark)');
    const themeObserver = new MutationObserver(onChange);
    device.addEventListener('change', onChange);
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      device.removeEventListener('change', onChange);
      themeObserver.disconnect();
    };
  }, []);
  return count;
}
