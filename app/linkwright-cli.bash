# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Completion of linkwright-cli for bash.

_linkwright_cli ()
{
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]}
  local integrate='--method --accuracy --step --stabilisation --time-constant'
  local assemble='--assemble --no-assemble'
  local words

  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W 'run solve kinematics inverse equilibrium constants drift info plot animate channels import export check salvage --help --version' -- "$word")
    return
  fi
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
  [[ $word == = ]] && word=''
  case $before in
    --method) words='automatic verner65 dopri54 verner87 rk4 esdirk43 radau9' ;;
    --stabilisation) words='projection baumgarte none' ;;
    --style) words='light dark' ;;
    --length) words='period run' ;;
    --axes) words='world body frame' ;;
    --as) words='pin slider ball weld' ;;
    *)
      if [[ $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
      fi
      case $verb in
        run) words="--until --every $integrate $assemble --channels --spectrum --statistics --events --output" ;;
        solve) words="--at --axes $integrate $assemble --output" ;;
        kinematics) words="--until --every --output" ;;
        inverse) words="--at --accelerations --actuators --relaxed --axes $integrate $assemble --output" ;;
        equilibrium) words="--axes $assemble --output" ;;
        constants) words='--load --deflection --mass --frequency --settling --ratio --rest --as --radius --output' ;;
        drift) words='--until --every --step --output' ;;
        info) words="--json $assemble --output" ;;
        plot) words="--until --every $integrate $assemble --channels --against --logarithmic --markers --statistics --size --output" ;;
        animate) words="--until --every $integrate $assemble --length --speed --fps --size --style --output" ;;
        channels) words='--json --output' ;;
        import | export | salvage) words='--output' ;;
        check) words='' ;;
      esac
      words="$words --help"
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o filenames -F _linkwright_cli linkwright-cli
